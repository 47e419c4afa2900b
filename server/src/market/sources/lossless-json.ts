// JSON in which every number stays the text that was sent: prices and 27-digit ids lose no digit.

export type LosslessValue = string | boolean | null | LosslessValue[] | LosslessObject;
export interface LosslessObject {
  [key: string]: LosslessValue | undefined;
}

interface ReviverContext {
  source?: string;
}
type Parse = (
  text: string,
  reviver: (key: string, value: unknown, context: ReviverContext) => unknown,
) => LosslessValue;

// The reviver's third argument, the source text, is newer than the type that TypeScript gives JSON.parse.
const parse = JSON.parse as Parse;

export const parseLossless = (text: string): LosslessValue =>
  parse(text, (_key, value, context) => (typeof value === 'number' ? context.source! : value));

export const isObject = (value: LosslessValue | undefined): value is LosslessObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number that fits a JavaScript number exactly; undefined otherwise. */
export function wholeOf(value: LosslessValue | undefined): number | undefined {
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return undefined;
  const whole = parseInt(value, 10);
  return Number.isSafeInteger(whole) ? whole : undefined;
}
