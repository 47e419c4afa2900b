// Deposits: addresses of customers on chains, and what the chains paid to them, credited once it can be relied on.
import {
  assignDeposit,
  clearDeposit,
  creditContractPayment,
  dismissContractPayment,
  exportContractPayments,
  exportWaitingDeposits,
  followChainAgain,
  listContractPayments,
  reopenContractPayment,
  listWaitingDeposits,
  depositEvent,
  depositMovements,
  findCoinAddressByAccount,
  getRechargeAddress,
  queryContractPayments,
  queryRechargeDetail,
  takeTestCoins,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { bookDeposit } from './book-deposit.ts';
import { chainCursors, deposits as depositRows } from './deposit-row.ts';
import { depositsEngine } from './deposits-engine.ts';
import { depositsWeb } from './deposits-web.ts';
import { depositClaims, depositExplains, depositInvariants, depositTimes } from './invariants.ts';
import { depositTerms } from './deposit-terms.ts';
import { depositPlays } from './plays.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof depositMovements>> = {
  'deposit-credited': [['chain-custody', 'available']],
  'deposit-frozen': [['available', 'reserved']],
  'deposit-released': [['reserved', 'available']],
};

export const deposits = product({
  name: 'deposits',
  calls: [
    {
      title: 'Deposits',
      text: 'Own addresses on chains, and what arrived there; a deposit is credited once, when its block can be relied on.',
      self: [findCoinAddressByAccount, getRechargeAddress, queryContractPayments, queryRechargeDetail, takeTestCoins],
    },
  ],
  consoleCalls: [
    {
      title: 'Deposits',
      text: 'What one node alone reports, above what is believed by one, what a second node denies, what nobody’s tag was paid with, and what contracts paid.',
      operator: [
        listWaitingDeposits,
        exportWaitingDeposits,
        listContractPayments,
        exportContractPayments,
        reopenContractPayment,
      ],
    },
  ],
  acts: [clearDeposit, assignDeposit, creditContractPayment, dismissContractPayment, followChainAgain],
  settings: [depositTerms],
  commands: [bookDeposit],
  tables: [depositRows, chainCursors],
  movements: depositMovements,
  ways,
  explains: depositExplains,
  events: [depositEvent],
  unnoticed: { deposit: 'It is counted and credited before the customer’s eyes, and stands in the bills.' },
  plays: depositPlays,
  claims: depositClaims,
  invariants: depositInvariants,
  times: depositTimes,
  bridged: { fromEngine: ['deposits.changed'] },
  web: depositsWeb,
  engine: depositsEngine,
});
