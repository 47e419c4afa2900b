// Whether a change favours customers, which values a field takes, and which version was in force when. The database decides the same again.
import { isAccountNumber, parseAmount, type SettingField, type SettingValue } from '@candor/wire';

export type Values = Readonly<Record<string, SettingValue>>;
export interface SettingChange {
  field: string;
  before: SettingValue;
  after: SettingValue;
  favoursCustomers: boolean;
}
export interface Timed {
  version: number;
  askedAt: number;
  inForceFrom: number;
}

/** What is other than before; a field that was not there before is null. */
export const changesBetween = (fields: readonly SettingField[], before: Values, after: Values): SettingChange[] =>
  fields.flatMap((field) => {
    const { name } = field;
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (isSame(field, was, is)) return [];
    return [{ field: name, before: was, after: is, favoursCustomers: favoursCustomers(field, was, is) }];
  });

/** Whether a value is better for customers than the one that it follows; of what is not ordered, nothing is. */
function favoursCustomers({ favours, form }: SettingField, was: SettingValue, is: SettingValue): boolean {
  if (favours !== 'more' && favours !== 'less') return false;
  const [before, after] = [orderOf(form, was), orderOf(form, is)];
  if (before === undefined || after === undefined) return false;
  return favours === 'more' ? after > before : after < before;
}

/** The name of the first field that is missing, unknown, not of its form or beyond its bounds. */
export function findMalformed(fields: readonly SettingField[], values: Values): string | undefined {
  const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
  return unknown ?? fields.find((field) => !isWithin(field, values[field.name]))?.name;
}

/** The newest version that was in force then. A version is skipped if another was approved before it came into force. */
export const inForceAt = <Version extends Timed>(versions: readonly Version[], at: number): Version | undefined =>
  versions.findLast((each) => each.inForceFrom <= at && !isOvertaken(each, versions));

export function stateOf<Version extends Timed>(
  each: Version,
  versions: readonly Version[],
  at: number,
): 'in-force' | 'coming' | 'over' | 'never' {
  if (isOvertaken(each, versions)) return 'never';
  if (each.inForceFrom > at) return 'coming';
  return inForceAt(versions, at) === each ? 'in-force' : 'over';
}

const isOvertaken = (each: Timed, versions: readonly Timed[]): boolean =>
  versions.some(({ version, askedAt }) => version > each.version && askedAt < each.inForceFrom);

function isSame({ form }: SettingField, was: SettingValue, is: SettingValue): boolean {
  if (form === 'shares') return textOfShares(was) === textOfShares(is);
  if (isWords(form)) return was === is;
  return orderOf(form, was) === orderOf(form, is);
}

const isWords = (form: SettingField['form']): boolean => form === 'text' || form === 'account';

const textOfShares = (value: SettingValue): string =>
  JSON.stringify(
    Object.entries(value ?? {})
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([coin, share]) => [coin, String(parseAmount(String(share)))]),
  );

function orderOf(form: SettingField['form'], value: SettingValue): bigint | undefined {
  if (form === 'flag') return typeof value === 'boolean' ? BigInt(value) : undefined;
  if (form === 'share' || form === 'amount') return typeof value === 'string' ? parseAmount(value) : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

function isWithin(field: SettingField, value: SettingValue | undefined): boolean {
  const { form, min, max } = field;
  if (value === undefined || value === null) return false;
  if (form === 'shares') {
    if (typeof value !== 'object') return false;
    return Object.entries(value).every(([coin, share]) => /^[A-Z0-9]{1,10}$/.test(coin) && isWithin({ ...field, form: 'share' }, share)); // oxfmt-ignore
  }
  if (isWords(form)) return isWrittenWell(form, value);
  const order = orderOf(form, value);
  if (order === undefined) return false;
  const bound = (text: string): bigint => (form === 'share' || form === 'amount' ? parseAmount(text)! : BigInt(text));
  return (min === undefined || order >= bound(min)) && (max === undefined || order <= bound(max));
}

/** On one line, without signs that are not seen; an account may be left out where none is offered. */
function isWrittenWell(form: SettingField['form'], value: SettingValue): boolean {
  if (typeof value !== 'string' || value.length > 70 || value !== value.trim() || /\p{C}/u.test(value)) return false;
  return form === 'text' || value === '' || isAccountNumber(value);
}
