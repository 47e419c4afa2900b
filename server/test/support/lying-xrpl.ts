// Rounds of payments of XRP, and answers of their node that are changed on their way.
import { networks } from '@candor/chain';
import type { NetworkPayer, StatusSource } from '../../src/withdrawals/network-payer.ts';
import { payWithdrawals } from '../../src/withdrawals/pay-withdrawals.ts';
import type { WithdrawalsStage } from './withdrawals-stage.ts';

type Params = Readonly<Record<string, unknown>>;
export type XrplLie = (method: string, params: Params, honest: () => Promise<unknown>) => unknown;

/** The wallet's sequence is higher by so many than the ledger says. */
export const sequenceMoved =
  (wallet: string, more: number): XrplLie =>
  async (method, params, honest) => {
    const answer = (await honest()) as { account_data: { Sequence: number } };
    if (method !== 'account_info' || params['account'] !== wallet) return answer;
    return { ...answer, account_data: { ...answer.account_data, Sequence: answer.account_data.Sequence + more } };
  };

/** The node describes itself otherwise. */
export const stateWith =
  ({ complete, reserve }: { complete?: string; reserve?: number }): XrplLie =>
  async (method, _params, honest) => {
    const answer = (await honest()) as { state: { validated_ledger: object } };
    if (method !== 'server_state') return answer;
    const validated = { ...answer.state.validated_ledger, ...(reserve === undefined ? {} : { reserve_base: reserve }) };
    const history = complete === undefined ? {} : { complete_ledgers: complete };
    return { ...answer, state: { ...answer.state, ...history, validated_ledger: validated } };
  };

/** What is submitted is answered so, and not taken. */
export const submitAnswers =
  (answer: object): XrplLie =>
  (method, _params, honest) =>
    method === 'submit' ? { status: 'success', ...answer } : honest();

/** Runs a round of payments. With a second node, whose word is `statusOf`, it goes as in production: one node's word gives nothing back. */
export const payXrpl = (
  { ledger, clock }: WithdrawalsStage,
  by: NetworkPayer,
  statusOf?: StatusSource['statusOf'],
): Promise<number> =>
  payWithdrawals({
    ...ledger,
    clock,
    mode: statusOf ? 'production' : 'demo',
    network: networks.xrpl,
    by,
    second: statusOf && (async () => ({ statusOf, isPlaceUsed: async () => false })),
  });
