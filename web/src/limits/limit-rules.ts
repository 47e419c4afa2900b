// What is typed in as limits, and what is wrong with it. Pure.
import { parseAmount, type PersonalLimits } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

export const limitNames = ['loss_day', 'loss_week', 'loss_month', 'stake_max'] as const;
export type LimitName = (typeof limitNames)[number];
export type TypedLimits = Record<LimitName, string>;

/** What was asked for last, in force or on its way. */
export function typedOf({ limits, next }: Pick<PersonalLimits, 'limits' | 'next'>): TypedLimits {
  const { loss_day, loss_week, loss_month, stake_max } = next ?? limits;
  return {
    loss_day: loss_day ?? '',
    loss_week: loss_week ?? '',
    loss_month: loss_month ?? '',
    stake_max: stake_max ?? '',
  };
}

export function limitFaults(typed: TypedLimits): Faults<TypedLimits> {
  const wrong = limitNames.filter((name) => typed[name] !== '' && parseAmount(typed[name]) === undefined);
  return Object.fromEntries(wrong.map((name) => [name, { code: 'amount-malformed' as const, facts: {} }]));
}

export const isSame = (left: TypedLimits, right: TypedLimits): boolean =>
  limitNames.every((name) => left[name] === right[name]);
