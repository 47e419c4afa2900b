// Passwords that anyone would guess at once, as far as it shows without a list: the forms say so before the server does.

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/** Blanks alone, up to three characters over and over, or a run of letters, digits or keys. */
export function isPlainPassword(password: string): boolean {
  const typed = password.toLowerCase();
  return typed.trim() === '' || /^(.{1,3}?)\1+$/u.test(typed) || runs.some((run) => run.includes(typed));
}

/** What of a person everybody knows makes up all of it but a few characters. `own`: address, phone and account numbers. */
export function isPersonalPassword(password: string, own: readonly string[]): boolean {
  const typed = password.toLowerCase();
  const parts = own
    .flatMap((text) => [text, ...text.split('@', 1), text.replace(/\D/g, '')])
    .map((part) => part.toLowerCase());
  // With the trunk prefix and spaces that people write numbers with.
  const digits = typed.replace(/[\s+()./-]/g, '').replace(/^0+/, '');
  return parts.some(
    (part) =>
      part.length >= 4 &&
      ((typed.includes(part) && typed.length - part.length < 4) || (/^\d{6,}$/.test(digits) && part.includes(digits))),
  );
}

/** One digit, a step of one up or down, pairs, the same two or three over again, or the same forwards and backwards. */
export function isPlainTradePassword(digits: string): boolean {
  const steps = Array.from(
    digits.slice(1),
    (digit, place) => (digit.charCodeAt(0) - digits.charCodeAt(place) + 10) % 10,
  );
  const isRun = [1, 9].some((step) => steps.every((each) => each === step));
  return (
    isRun ||
    /^(\d{1,3}?)\1+$/.test(digits) ||
    /^(?:(\d)\1)(?:(\d)\2)(?:(\d)\3)$/.test(digits) ||
    digits === [...digits].reverse().join('')
  );
}
