// Whether something is a receipt at all: every field there, none besides, each of its form.
import { formatAmount, optionReceipt, parseAmount } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import { canonicalJson } from './canonical-json.ts';

const listedAtMost = 8;

export type FormResult = { receipt: OptionReceipt } | { faults: string[] };

export function readOptionReceipt(value: unknown): FormResult {
  const parsed = optionReceipt.safeParse(value);
  if (!parsed.success) return { faults: firstOf(parsed.error.issues.flatMap((issue) => nameIssue(issue, value))) };
  const faults = [...findAmountFaults(parsed.data), ...findOtherFaults(parsed.data)];
  return faults.length > 0 ? { faults: firstOf(faults) } : { receipt: parsed.data };
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: readonly PropertyKey[];
}

function nameIssue(issue: Issue, value: unknown): string[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map(
      (key) => `${path === '' ? '' : `${path}.`}${String(key)} is not a field of a receipt`,
    );
  }
  if (path === '') return ['this is not a receipt: a JSON object is expected'];
  const found = at(value, issue.path);
  if (found === undefined) return [`${path} is missing`];
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

function findAmountFaults(receipt: OptionReceipt): string[] {
  const { order, terms, entry, exit, paid } = receipt;
  const amounts: [field: string, text: string | undefined][] = [
    ['order.stake', order.stake],
    ['terms.payout_rate', terms.payout_rate],
    ['terms.min', terms.min],
    ['terms.max', terms.max],
    ['entry.price', entry?.price],
    ['exit.price', exit?.price],
    ['paid', paid],
  ];
  return amounts.flatMap(([field, text]) => {
    if (text === undefined || isPlainDecimal(text)) return [];
    return [`${field} is ${clip(JSON.stringify(text))}, which is not a plain decimal without needless zeros`];
  });
}

function isPlainDecimal(text: string): boolean {
  const amount = parseAmount(text);
  return amount !== undefined && formatAmount(amount) === text;
}

function findOtherFaults(receipt: OptionReceipt): string[] {
  const faults: string[] = [];
  if (Number.isNaN(Date.parse(receipt.settled_at)))
    faults.push(`settled_at is ${receipt.settled_at}, which is no time`);
  const decimals = receipt.terms.payout_decimals;
  if (decimals < 0 || decimals > 18) faults.push(`terms.payout_decimals is ${decimals}, outside 0 to 18`);
  try {
    canonicalJson(receipt);
  } catch (error) {
    faults.push(`the receipt has no canonical form: ${(error as Error).message}`);
  }
  return faults;
}

function firstOf(faults: string[]): string[] {
  if (faults.length <= listedAtMost) return faults;
  return [...faults.slice(0, listedAtMost), `and ${faults.length - listedAtMost} more`];
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
