// What a form says of a password that proves who one is, before and after it is sent. Pure.
import { tradePasswordForm } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { DraftFault } from './draft-rules.ts';

export const tradePasswordFault = (typed: string): DraftFault | undefined =>
  tradePasswordForm.test(typed) ? undefined : { name: 'ui.sixDigits' };

/** Refusals that are said at the field of the login password. */
export const isOfLoginPassword = (code: FailureCode): boolean =>
  code === 'password-wrong' || code === 'login-throttled';

/** Refusals that are said at the field of the trade password, where that is asked for. */
export const isOfTradePassword = (code: FailureCode): boolean =>
  code === 'trade-password-wrong' || code === 'trade-password-locked';
