import { queryRechargeDetail } from '@candor/wire';
import type { DepositMessage } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

/** A deposit may go back, as its block may be replaced: what comes last is what is so. */
export const depositList = cachedList<DepositMessage>(queryRechargeDetail, {
  idOf: ({ deposit_id: id }) => id,
  belongs: ({ txid }, { txid: wanted = '' }) => wanted === '' || wanted === txid,
});
