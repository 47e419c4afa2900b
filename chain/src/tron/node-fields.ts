// Reads the JSON of TRON nodes value by value. Throws on a value of another form instead of guessing. Nodes leave out zeros.
export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('a node answers no object where one is expected');
}

export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a node answers no list where one is expected');
}

export function matching(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a node answers ${JSON.stringify(String(value)).slice(0, 80)} where ${form.source} is expected`);
}

/** Reads an amount of at most 64 bits, which some nodes write as text. */
export function amountOf(value: unknown = 0): bigint {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const amount = isWhole ? BigInt(value as number | bigint) : BigInt(matching(value, /^\d{1,19}$/));
  if (amount < 0n) throw new Error('a node answers an amount below zero');
  return amount;
}

/** Reads a height or an instant. */
export function numberOf(value: unknown): number {
  const amount = amountOf(value);
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('a node answers a number that is too large');
  return parseInt(amount.toString(), 10);
}

/** Reads 32 bytes; returns lowercase hexadecimal digits. */
export const idIn = (value: unknown): string => matching(value, /^[0-9a-fA-F]{64}$/).toLowerCase();
