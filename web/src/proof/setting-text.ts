// Terms in words: what a field is called, and what its value means to a reader. Pure.
import type { SettingField, SettingValue } from '@candor/wire';
import { noFigure, type Formats } from '../text/formats.ts';

/** Those that have words. */
export const namedFields = [
  'payout_rate', 'min_stake', 'max_stake', 'exit_wait_ms', 'duration_ms', 'is_offered', 'lever_max', 'fee_rate', 'maintenance_rate',
  'slippage_max', 'stress_rate', 'margin_share_max', 'sheets_max', 'margin_min', 'limit_distance_max', 'limit_distances', 'resting_max',
  'orders_max', 'resting_share_max', 'limit_expiry_ms', 'days', 'daily_rate', 'min_amount', 'max_amount', 'quota', 'trading_cost', 'swaps', 'payment_minutes', 'late_days', 'move_max', 'given_up_max', 'bank_days', 'unpaid_max', 'block_days', 'open_max', 'account_share_max', 'all_share_max', 'min_value', 'limit_range', 'limits_max', 'pictures_kept_days', 'two_persons_above', 'one_node_max', 'amount', 'daily_max', 'alone_per_day', 'credited_days', 'customers_per_hour', 'customers_per_day', 'pages_per_hour', 'pages_per_day', 'exports_per_day', 'documents_per_hour',
] as const; // oxfmt-ignore
export type NamedField = (typeof namedFields)[number];
export const isNamed = (field: string): field is NamedField => (namedFields as readonly string[]).includes(field);

export interface ValueWords {
  formats: Pick<Formats, 'percent' | 'decimal' | 'whole' | 'duration'>;
  yes: string;
  no: string;
}

/** A value that is no list of shares. */
type PlainValue = Exclude<SettingValue, Record<string, string>>;

export interface ChangedFigure {
  field: string;
  /** Of which coin, where a field has one for each. */
  coin?: string;
  form: SettingField['form'] | undefined;
  before: PlainValue;
  after: PlainValue;
}

/** One figure of each field, and of a list of shares each that is other than before. */
export function figuresOf(
  fields: readonly Pick<SettingField, 'name' | 'form'>[],
  { field, before, after }: { field: string; before: SettingValue; after: SettingValue },
): ChangedFigure[] {
  if (!isShares(before) && !isShares(after))
    return [{ field, form: fields.find(({ name }) => name === field)?.form, before, after }];
  const [was, is] = [isShares(before) ? before : {}, isShares(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((coin) => was[coin] !== is[coin])
    .map((coin) => ({ field, coin, form: 'share', before: was[coin] ?? null, after: is[coin] ?? null }));
}

const isShares = (value: SettingValue): value is Record<string, string> => typeof value === 'object' && value !== null;

/** As it stands where its form is not known or its value has another one. */
export function valueText(form: SettingField['form'] | undefined, value: PlainValue, words: ValueWords): string {
  const { formats, yes, no } = words;
  const share = (text: string): string => formats.percent(text, { decimals: decimalsOf(text) });
  if (value === null) return noFigure;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return form === 'duration' ? formats.duration(value) : formats.whole(value);
  if (form === 'share') return share(value);
  return form === 'amount' ? formats.decimal(value, { min: 0, max: 18 }) : value;
}

/** As many as the percentage needs, so that no change is cut off. */
const decimalsOf = (share: string): number => Math.max(0, (share.split('.')[1]?.replace(/0+$/, '').length ?? 0) - 2);

/** What they are the terms of, where a number says more than an id: a length of time. */
export function termOf(values: Readonly<Record<string, SettingValue>>): { ms: number } | { days: number } | undefined {
  const { duration_ms: ms, days } = values;
  if (typeof ms === 'number') return { ms };
  return typeof days === 'number' ? { days } : undefined;
}
