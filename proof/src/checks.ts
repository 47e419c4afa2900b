// What a verification answers with.

/** Stable names, in the order they are made; screens translate by them. */
export const checkNames = [
  'form', 'terms', 'chain', 'archive', 'reach', 'entry', 'expiry', 'exit', 'result', 'payout', 'formula', 'settled',
  'digests', 'signature', 'key',
] as const; // prettier-ignore
export type CheckName = (typeof checkNames)[number];

export interface Check {
  name: CheckName;
  ok: boolean;
  /** What was found, with its numbers; when it does not fit, which field and both values. */
  detail: string;
  /** Says something that could not be checked from what was given. */
  isNote?: true;
}

export interface Verification {
  ok: boolean;
  checks: Check[];
}

/** Passes when there are no faults. */
export const check = (name: CheckName, faults: readonly string[], whenFine: string): Check =>
  faults.length === 0 ? { name, ok: true, detail: whenFine } : { name, ok: false, detail: faults.join('; ') };

export const note = (name: CheckName, detail: string): Check => ({ name, ok: true, detail, isNote: true });

/** One fault when the two differ. */
export const differs = (field: string, claimed: unknown, recomputed: unknown): string[] =>
  claimed === recomputed ? [] : [`${field} is ${show(claimed)}, but it must be ${show(recomputed)}`];

const show = (value: unknown): string => (value === null || value === undefined ? 'none' : String(value));
