import { findAccountCoinByTransaction, queryContractParts, queryOrderList } from '@candor/wire';
import type { ContractOrderMessage, ContractPartMessage } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';
import { isOfPair } from '../data/of-pair.ts';

const stages = { waiting: 0, open: 1, ended: 2 } as const;

export const contractOrders = cachedList<ContractOrderMessage>(queryOrderList, {
  idOf: ({ trade_id }) => trade_id,
  belongs: ({ trade_btc_tpye, trade_type }, question) =>
    isOfPair(question['trade_btc_tpye'], trade_btc_tpye) && String(question['trade_type']) === `${trade_type}`,
  progressOf: ({ state }) => stages[state],
});

export const contractParts = cachedList<ContractPartMessage>(queryContractParts, {
  idOf: ({ trade_id, number }) => `${trade_id} ${number}`,
});

/** Of every call that orders, changes or ends one. */
export const contractChanges = [contractOrders, findAccountCoinByTransaction] as const;
