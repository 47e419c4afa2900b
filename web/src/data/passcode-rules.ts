// What a form says of a trade password before and after it is sent. Pure.
import { tradePasswordForm } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { DraftFault } from './draft-rules.ts';

export const tradePasswordFault = (typed: string): DraftFault | undefined =>
  tradePasswordForm.test(typed) ? undefined : { name: 'ui.sixDigits' };

/** Refusals that are said at the field of a trade password. */
export const isOfTradePassword = (code: FailureCode): boolean =>
  code === 'password-wrong' || code === 'trade-password-locked';
