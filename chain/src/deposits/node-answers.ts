// Reads the answers of Ethereum nodes field by field. Throws on a value of unexpected form instead of guessing.
export type Fields = Readonly<Record<string, unknown>>;

export function matching(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a node answers ${JSON.stringify(value ?? null).slice(0, 80)} where ${form.source} is expected`);
}
export const text = (value: unknown): string => matching(value, /^0x[0-9a-fA-F]{40}$/);
export const account = (value: unknown): string => text(value).slice(2).toLowerCase();
export const hash = (value: unknown): string => matching(value, /^0x[0-9a-fA-F]{64}$/).toLowerCase();
export const quantity = (value: unknown): bigint => BigInt(matching(value, /^0x[0-9a-f]{1,64}$/));
/** Reads bytes of any length; returns hexadecimal digits without 0x. */
export const digits = (value: unknown): string => matching(value, /^0x(?:[0-9a-fA-F]{2})*$/).slice(2);

export function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('a node answers no object where one is expected');
}
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a node answers no list where one is expected');
}
