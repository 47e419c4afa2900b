// CFD contracts: positions with a margin that is the most that can be lost.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  contractEvent,
  contractMovements,
  contractPartEvent,
  queryContractParts,
  queryContractsConfig,
  queryOrderChanges,
  queryOrderList,
  submitContract,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { Bucket } from '../ledger/buckets.ts';
import { accountOrders } from './account-orders.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose } from './change-position.ts';
import { contractTerms } from './configs.ts';
import { contractsEngine } from './contracts-engine.ts';
import { contractsWeb } from './contracts-web.ts';
import { endPosition } from './end-position.ts';
import { fillContract } from './fill-order.ts';
import { contractExposures } from './house-limit.ts';
import { contractClaims, contractExplains, contractInvariants, contractTimes } from './invariants.ts';
import { contractChanges, contractOrderKind, contractOrders } from './order.ts';
import { contractNotices } from './notices.ts';
import { payContractDue } from './pay-dues.ts';
import { contractPlays } from './plays.ts';
import { placeContract } from './place-order.ts';
import { retellContract } from './retell.ts';
import { contractTickRule } from './tick-rule.ts';

/** What is set aside for a coin may go up or down with it, or stay. */
const withReserve = (from: Bucket, to: Bucket): Ways<string>[string] => [
  [from, to],
  [from, to, ['bankroll', 'contracts-reserve']],
  [from, to, ['contracts-reserve', 'bankroll']],
];
/** Where its movements take money. */
const ways: Ways<KindOf<typeof contractMovements>> = {
  'contract-placed': withReserve('available', 'reserved'),
  'contract-cancelled': withReserve('reserved', 'available'),
  'contract-opened': withReserve('reserved', 'margin'),
  'contract-fee': [['reserved', 'fees']],
  'contract-margin-added': [['available', 'margin']],
  'contract-returned': withReserve('margin', 'available'),
  'contract-profit': withReserve('bankroll', 'available'),
  'contract-loss': withReserve('margin', 'bankroll'),
};

export const contracts = product({
  name: 'contracts',
  calls: [
    {
      title: 'Contracts',
      text: 'Long and short positions with a margin that is the most that can be lost.',
      anyone: [queryContractsConfig],
      self: [
        submitContract,
        closeContract,
        cancelContract,
        changeContractTriggers,
        addContractMargin,
        queryOrderList,
        queryOrderChanges,
        queryContractParts,
      ],
    },
  ],
  commands: [
    placeContract,
    fillContract,
    endPosition,
    cancelOrder,
    requestClose,
    changeTriggers,
    addMargin,
    payContractDue,
    retellContract,
  ],
  tables: [contractOrders, contractChanges, contractExposures, accountOrders],
  orders: [contractOrderKind],
  logged: [{ kind: 'contract-terms', table: 'contracts_configs' }],
  movements: contractMovements,
  ways,
  explains: contractExplains,
  resultsAs: 'contracts',
  events: [contractEvent, contractPartEvent],
  notices: [contractNotices],
  unnoticed: { 'contract-part': 'The customer closed it, and sees what became of it.' },
  receipts: ['contract'],
  settings: [contractTerms],
  plays: contractPlays,
  claims: contractClaims,
  tradingCosts: [
    sql`select account_id, entry_at as at, fee as amount from contract_orders where book = 'real' and entry_at is not null`,
  ],
  invariants: contractInvariants,
  times: contractTimes,
  archiveRules: [contractTickRule],
  bridged: { fromWeb: ['contracts.placed'], fromEngine: ['contracts.changed', 'contracts.part-closed'] },
  web: contractsWeb,
  engine: contractsEngine,
});
