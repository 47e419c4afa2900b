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
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { accountOrders } from './account-orders.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose } from './change-position.ts';
import { contractTerms } from './configs.ts';
import { contractsEngine } from './contracts-engine.ts';
import { contractsWeb } from './contracts-web.ts';
import { endPosition } from './end-position.ts';
import { fillContract } from './fill-order.ts';
import { contractExposures } from './house-limit.ts';
import { contractClaims, contractInvariants } from './invariants.ts';
import { contractChanges, contractOrderKind, contractOrders } from './order.ts';
import { contractNotices } from './notices.ts';
import { payContractDue } from './pay-dues.ts';
import { contractPlays } from './plays.ts';
import { placeContract } from './place-order.ts';
import { retellContract } from './retell.ts';

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
  bridged: { fromWeb: ['contracts.placed'], fromEngine: ['contracts.changed', 'contracts.part-closed'] },
  web: contractsWeb,
  engine: contractsEngine,
});
