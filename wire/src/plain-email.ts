// An e-mail address as people type and paste it.

/**
 * Without the blanks around it and the marks that are not seen (a mark of direction, a space of no width), in the usual width, and with
 * the full stop that a Japanese or Chinese keyboard gives as the one that addresses have. Whether it is an address is for others to say.
 */
export const plainEmail = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
