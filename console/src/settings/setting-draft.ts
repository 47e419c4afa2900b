// A draft of new terms: what is typed into each field, kept on this device until it is proposed. Pure but for where it is kept.
import { storedText, storeText } from '@candor/web/device/stored-text.ts';
import type { SettingMessage, SettingValue } from '@candor/wire';

/** What is typed, by field. Only what is other than what holds now. */
export type Draft = Readonly<Record<string, string>>;
type Field = SettingMessage['fields'][number];

/** As it is typed: shares of coins as `BTC 0.5, ETH 0.4`. */
export function typedOf(value: SettingValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return Object.entries(value).map((pair) => pair.join(' ')).join(', '); // oxfmt-ignore
  return String(value);
}

/** What was typed as the server takes it; what can't be read goes as it is, and the server says which field it is. */
export function valueOf({ form }: Pick<Field, 'form'>, typed: string): SettingValue {
  const text = typed.trim();
  if (form === 'flag') return text === 'true';
  if (form === 'shares') return Object.fromEntries(text.split(',').map((pair) => pair.trim().split(/\s+/)).filter(([coin]) => coin !== '').map(([coin, share = '']) => [coin!, share])); // oxfmt-ignore
  if (form === 'count' || form === 'duration') return /^\d{1,15}$/.test(text) ? parseInt(text, 10) : text;
  return text;
}

/** All fields, those of the draft and the others as they are now. */
export const valuesOf = ({ fields, in_force: now }: Pick<SettingMessage, 'fields' | 'in_force'>, draft: Draft) =>
  Object.fromEntries(
    fields.map((field) => {
      const typed = draft[field.name];
      return [field.name, typed === undefined ? (now.values[field.name] ?? null) : valueOf(field, typed)];
    }),
  );

/** A draft without what says the same as what holds now. */
export const changedIn = ({ in_force: now }: Pick<SettingMessage, 'in_force'>, draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, typed]) => typed.trim() !== typedOf(now.values[name])));

const placeOf = ({ name, id }: Pick<SettingMessage, 'name' | 'id'>): string => `candor.console.draft.${name}.${id}`;

export function keepDraft(setting: Pick<SettingMessage, 'name' | 'id'>, draft: Draft): void {
  storeText(placeOf(setting), Object.keys(draft).length === 0 ? null : JSON.stringify(draft));
}

/** Empty where there is none that can be read. */
export function keptDraft(setting: Pick<SettingMessage, 'name' | 'id'>): Draft {
  try {
    const kept: unknown = JSON.parse(storedText(placeOf(setting)) ?? '{}');
    return Object.fromEntries(Object.entries(kept as object).filter(([, typed]) => typeof typed === 'string')) as Draft;
  } catch {
    return {};
  }
}
