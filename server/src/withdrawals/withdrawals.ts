// Withdrawals: addresses of customers, what they ask to be sent there, who approves it, and paying it once on a chain.
import {
  addAddress,
  addWithdraw,
  approveWithdrawal,
  approveWithdrawalAct,
  cancelWithdraw,
  deleteUserAddress,
  exportWithdrawals,
  getWithdrawal,
  giveBackPayment,
  listWallets,
  listWithdrawals,
  queryAllUserAddress,
  queryWithdrawTerms,
  refuseWithdrawal,
  selectWithdraw,
  withdrawalEvent,
  withdrawalMovements,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { approveWithdrawalPayment, cancelWithdrawalRequest, refuseWithdrawalRequest } from './decide-withdrawal.ts';
import { withdrawalClaims, withdrawalExplains, withdrawalInvariants, withdrawalTimes } from './invariants.ts';
import { withdrawalNotices } from './notices.ts';
import { withdrawalPlays } from './plays.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { withdrawalAddresses } from './saved-address.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { withdrawalTerms } from './terms.ts';
import { openWithdrawals, withdrawalApprovals, withdrawalKind, withdrawals as withdrawalRows } from './withdrawal.ts';
import { withdrawalsEngine } from './withdrawals-engine.ts';
import { withdrawalsWeb } from './withdrawals-web.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof withdrawalMovements>> = {
  'withdrawal-reserved': [['available', 'reserved']],
  'withdrawal-returned': [['reserved', 'available']],
  'withdrawal-sent': [['reserved', 'chain-custody']],
  'withdrawal-fee': [['reserved', 'fees']],
};

export const withdrawals = product({
  name: 'withdrawals',
  calls: [
    {
      title: 'Withdrawals',
      text: 'An address book, and amounts that are sent there once somebody has approved them; the fee and what arrives are fixed when it is asked for.',
      self: [queryWithdrawTerms, queryAllUserAddress, addAddress, deleteUserAddress, addWithdraw, cancelWithdraw, selectWithdraw], // oxfmt-ignore
    },
  ],
  consoleCalls: [
    {
      title: 'Withdrawals',
      text: 'What waits for a decision with what is known of the customer and the address, the decision, how far payments are, and the wallets that pay.',
      operator: [listWithdrawals, exportWithdrawals, getWithdrawal, approveWithdrawal, refuseWithdrawal, listWallets], // oxfmt-ignore
    },
  ],
  acts: [approveWithdrawalAct, giveBackPayment],
  commands: [requestWithdrawal, cancelWithdrawalRequest, approveWithdrawalPayment, refuseWithdrawalRequest, settleWithdrawal], // oxfmt-ignore
  tables: [withdrawalRows, openWithdrawals, withdrawalAddresses, withdrawalApprovals],
  orders: [withdrawalKind],
  movements: withdrawalMovements,
  ways,
  explains: withdrawalExplains,
  events: [withdrawalEvent],
  notices: [withdrawalNotices],
  settings: [withdrawalTerms],
  plays: withdrawalPlays,
  claims: withdrawalClaims,
  invariants: withdrawalInvariants,
  times: withdrawalTimes,
  bridged: { fromEngine: ['withdrawal.changed'], betweenWebs: ['withdrawal.changed'] },
  web: withdrawalsWeb,
  engine: withdrawalsEngine,
});
