// Whether something is a receipt at all: every field there, none besides, each of its form.
import { formatAmount, parseAmount } from '@candor/wire';
import type { Receipt } from '@candor/wire';
import { canonicalJson } from './canonical-json.ts';

const listedAtMost = 8;

export type FormResult<Signed> = { receipt: Signed } | { faults: string[] };

export type Amounts = [field: string, text: string | null | undefined, maySink?: 'may be below zero'][];

/** What is asked of a schema of wire. */
interface Schema<Signed> {
  safeParse(value: unknown): { success: true; data: Signed } | { success: false; error: { issues: readonly Issue[] } };
}

export interface FormRules<Signed extends Receipt> {
  schema: Schema<Signed>;
  /** Every amount in it besides those of its ticks, each by its path. */
  amountsOf(receipt: Signed): Amounts;
  /** What neither the schema nor the amounts show. */
  findFaults?(receipt: Signed): string[];
}

export function readForm<Signed extends Receipt>(rules: FormRules<Signed>, value: unknown): FormResult<Signed> {
  const parsed = rules.schema.safeParse(value);
  if (!parsed.success) return { faults: firstOf(parsed.error.issues.flatMap((issue) => nameIssue(issue, value))) };
  const { data: receipt } = parsed;
  const faults = [
    ...findAmountFaults(rules.amountsOf(receipt)),
    ...findTimeFaults(receipt),
    ...(rules.findFaults?.(receipt) ?? []),
    ...findCanonicalFaults(receipt),
  ];
  return faults.length > 0 ? { faults: firstOf(faults) } : { receipt };
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: readonly PropertyKey[];
}

function nameIssue(issue: Issue, value: unknown): string[] {
  const path = issue.path.map(String).join('.');
  const kind = `a receipt of version ${clip(JSON.stringify(at(value, ['version'])) ?? 'none')}`;
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => `${path === '' ? '' : `${path}.`}${String(key)} is not a field of ${kind}`);
  }
  if (path === '') return ['this is not a receipt: a JSON object is expected'];
  const found = at(value, issue.path);
  if (found === undefined) return [`${path} is missing in ${kind}`];
  return [`${path} is ${clip(JSON.stringify(found))}, which does not fit: ${issue.message}`];
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return here;
}

const findAmountFaults = (amounts: Amounts): string[] =>
  amounts.flatMap(([field, text, maySink]) => {
    if (text === undefined || text === null) return [];
    if (isPlainDecimal(maySink && text !== '-0' ? text.replace(/^-/, '') : text)) return [];
    return [`${field} is ${clip(JSON.stringify(text))}, which is not a plain decimal without needless zeros`];
  });

function isPlainDecimal(text: string): boolean {
  const amount = parseAmount(text);
  return amount !== undefined && formatAmount(amount) === text;
}

const findTimeFaults = ({ settled_at }: Receipt): string[] =>
  Number.isNaN(Date.parse(settled_at)) ? [`settled_at is ${settled_at}, which is no time`] : [];

function findCanonicalFaults(receipt: Receipt): string[] {
  try {
    canonicalJson(receipt);
    return [];
  } catch (error) {
    return [`the receipt has no canonical form: ${(error as Error).message}`];
  }
}

function firstOf(faults: string[]): string[] {
  if (faults.length <= listedAtMost) return faults;
  return [...faults.slice(0, listedAtMost), `and ${faults.length - listedAtMost} more`];
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
