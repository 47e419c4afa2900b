/** What a client says of itself, as it can stand in a list. */
export const printable = (text: string, lengthMax: number): string =>
  text.replace(/[^\x20-\x7e]/g, '?').slice(0, lengthMax);
