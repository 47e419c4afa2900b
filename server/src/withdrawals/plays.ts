import { playedByItself } from '../kit/play.ts';
import { approveWithdrawalPayment, cancelWithdrawalRequest, refuseWithdrawalRequest } from './decide-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';

/** Each is proven by a code that is used up, and then waits for people and a chain; the tests of withdrawals play them. */
export const withdrawalPlays = [
  playedByItself([requestWithdrawal, cancelWithdrawalRequest, approveWithdrawalPayment, refuseWithdrawalRequest, settleWithdrawal]), // oxfmt-ignore
];
