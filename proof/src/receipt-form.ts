// Whether something is a receipt at all: every field there, none besides, each of its form.
import { contractReceipt, formatAmount, optionReceipt, parseAmount, swapReceipt } from '@candor/wire';
import type { ContractReceipt, OptionReceipt, Receipt, SwapReceipt } from '@candor/wire';
import { canonicalJson } from './canonical-json.ts';

const listedAtMost = 8;

export type FormResult<Kind> = { receipt: Kind } | { faults: string[] };

export const readOptionReceipt = (value: unknown): FormResult<OptionReceipt> =>
  readForm(value, optionReceipt, optionAmounts);
export const readContractReceipt = (value: unknown): FormResult<ContractReceipt> =>
  readForm(value, contractReceipt, contractAmounts);

export const readSwapReceipt = (value: unknown): FormResult<SwapReceipt> => readForm(value, swapReceipt, swapAmounts);

type Amounts = [field: string, text: string | null | undefined, maySink?: 'may be below zero'][];

/** What is asked of a schema of wire. */
interface Schema<Kind> {
  safeParse(value: unknown): { success: true; data: Kind } | { success: false; error: { issues: readonly Issue[] } };
}

function readForm<Kind extends Receipt>(
  value: unknown,
  schema: Schema<Kind>,
  amountsOf: (receipt: Kind) => Amounts,
): FormResult<Kind> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { faults: firstOf(parsed.error.issues.flatMap((issue) => nameIssue(issue, value))) };
  const faults = [...findAmountFaults(amountsOf(parsed.data)), ...findOtherFaults(parsed.data)];
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

const optionAmounts = ({ order, terms, entry, exit, paid }: OptionReceipt): Amounts => [
  ['order.stake', order.stake],
  ['terms.payout_rate', terms.payout_rate],
  ['terms.min', terms.min],
  ['terms.max', terms.max],
  ['entry.price', entry?.price],
  ['exit.price', exit?.price],
  ['paid', paid],
];

const contractAmounts = ({ order, terms, entry, exit, changes, ...rest }: ContractReceipt): Amounts => [
  ['order.sheet_size', order.sheet_size],
  ['order.trade_price', order.trade_price],
  ['order.usd_num', order.usd_num],
  ['order.fee', order.fee],
  ['terms.fee_rate', terms.fee_rate],
  ['terms.maintenance_rate', terms.maintenance_rate],
  ['terms.slippage_max', terms.slippage_max],
  ['entry.price', entry?.price],
  ['exit.price', exit?.price],
  ['liquidation_price', rest.liquidation_price],
  ['margin', rest.margin],
  ['pnl', rest.pnl, 'may be below zero'],
  ['paid', rest.paid],
  ...(rest.version === 2 ? afterFee(rest) : []),
  ...(rest.late_payments ?? []).map(({ amount }, place): Amounts[number] => [`late_payments.${place}.amount`, amount]),
  ...changes.flatMap((change, place) => changeAmounts(change, `changes.${place}`)),
];

const swapAmounts = ({ order, from_tick, to_tick, given, received }: SwapReceipt): Amounts => [
  ['order.from_amount', order.from_amount],
  ['order.to_amount', order.to_amount],
  ['order.rate', order.rate],
  ['order.quoted_from', order.quoted_from],
  ['order.quoted_to', order.quoted_to],
  ['from_tick.price', from_tick?.price],
  ['to_tick.price', to_tick?.price],
  ['given', given],
  ['received', received],
];

const afterFee = ({ fee, net }: { fee: string; net: string }, path = ''): Amounts => [
  [`${path}fee`, fee],
  [`${path}net`, net, 'may be below zero'],
];

function changeAmounts(change: ContractReceipt['changes'][number], path: string): Amounts {
  switch (change.kind) {
    case 'stops':
      return [
        [`${path}.take_profit`, change.take_profit],
        [`${path}.stop_loss`, change.stop_loss],
      ];
    case 'margin':
      return [[`${path}.amount`, change.amount]];
    case 'close':
      return [];
    case 'part':
      return [
        [`${path}.tick.price`, change.tick.price],
        [`${path}.margin`, change.margin],
        [`${path}.pnl`, change.pnl, 'may be below zero'],
        [`${path}.paid`, change.paid],
        ...('net' in change ? afterFee(change, `${path}.`) : []),
      ];
  }
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

function findOtherFaults(receipt: Receipt): string[] {
  const faults: string[] = [];
  if (Number.isNaN(Date.parse(receipt.settled_at)))
    faults.push(`settled_at is ${receipt.settled_at}, which is no time`);
  if (receipt.kind === 'option') {
    const decimals = receipt.terms.payout_decimals;
    if (decimals < 0 || decimals > 18) faults.push(`terms.payout_decimals is ${decimals}, outside 0 to 18`);
  }
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
