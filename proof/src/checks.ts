// What a verification answers with.

/** Stable names, in the order they are made; screens translate by them. */
export const checkNames = [
  'form', 'terms', 'chain', 'archive', 'reach', 'entry', 'expiry', 'exit', 'result', 'payout', 'formula', 'settled',
  'digests', 'signature', 'key',
] as const; // oxfmt-ignore
export type CheckName = (typeof checkNames)[number];

/** The same for contracts. */
export const contractCheckNames = [
  'form', 'terms', 'chain', 'archive', 'reach', 'entry', 'changes', 'liquidation', 'exit', 'result', 'payout', 'formula',
  'settled', 'digests', 'signature', 'key',
] as const; // oxfmt-ignore
export type ContractCheckName = (typeof contractCheckNames)[number];

export interface Check<Name extends string = CheckName> {
  name: Name;
  ok: boolean;
  /** What was found, with its numbers; when it does not fit, which field and both values. */
  detail: string;
  /** Says something that could not be checked from what was given. */
  isNote?: true;
}

/** refuted: something does not fit. incomplete: nothing contradicts it, yet not all could be checked. */
export type Verdict = 'verified' | 'refuted' | 'incomplete';

export interface Verification<Name extends string = CheckName> {
  verdict: Verdict;
  checks: Check<Name>[];
  /** What could not be checked from what was given: `archive`, `reach` or `key`. */
  unchecked: Name[];
}

/** Passes when there are no faults. */
export const check = <Name extends string>(name: Name, faults: readonly string[], whenFine: string): Check<Name> =>
  faults.length === 0 ? { name, ok: true, detail: whenFine } : { name, ok: false, detail: faults.join('; ') };

export const note = <Name extends string>(name: Name, detail: string): Check<Name> => ({
  name,
  ok: true,
  detail,
  isNote: true,
});

/** One fault when the two differ. */
export const differs = (field: string, claimed: unknown, recomputed: unknown): string[] =>
  claimed === recomputed ? [] : [`${field} is ${show(claimed)}, but it must be ${show(recomputed)}`];

const show = (value: unknown): string => (value === null || value === undefined ? 'none' : String(value));

/** It is verified only when everything was checked and nothing fails. */
export function conclude<Name extends string>(checks: Check<Name>[]): Verification<Name> {
  const unchecked = checks.filter(({ isNote }) => isNote).map(({ name }) => name);
  if (checks.some(({ ok }) => !ok)) return { verdict: 'refuted', checks, unchecked };
  return { verdict: unchecked.length === 0 ? 'verified' : 'incomplete', checks, unchecked };
}
