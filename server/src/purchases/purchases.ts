// Coins for a bank transfer: ordered at a quote that holds for the time to pay, set aside until an operator has seen the money.
import {
  answerTransferDouble,
  cancelPurchase,
  closeTakenBack,
  confirmPurchaseAct,
  confirmPurchase,
  exportPurchases,
  exportTransfers,
  findPurchases,
  getPurchase,
  getPurchaseDesk,
  importStatement,
  listPurchases,
  getTransfer,
  listTransfers,
  markPurchasePaid,
  purchaseEvent,
  purchaseMovements,
  queryPurchaseTerms,
  recordRefund,
  recordRefundAct,
  rejectPurchase,
  returnTransfer,
  returnTransferAct,
  submitPurchase,
  viewPurchaseProof,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { purchasesEngine } from './purchases-engine.ts';
import { purchaseNotices } from './notices.ts';
import { purchasesWeb } from './purchases-web.ts';
import { cancelOrder, endOfTime, markPaid } from './change-purchase.ts';
import { confirmOrder, noteRefund, rejectOrder } from './decide-purchase.ts';
import { purchaseClaims, purchaseExplains, purchaseInvariants, purchaseTimes } from './invariants.ts';
import { orderPurchase } from './order-purchase.ts';
import { purchasePlays } from './plays.ts';
import { paymentTerms, unpaidTerms } from './payment-terms.ts';
import { purchaseTerms } from './purchase-terms.ts';
import { bankTransfers, purchaseDays, purchaseKind, purchases as purchaseOrders, unpaidPurchases } from './purchase.ts';
import { currencyTerms } from './terms.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof purchaseMovements>> = {
  'purchase-promised': [['bankroll', 'purchases-reserve']],
  'purchase-received': [['purchases-reserve', 'available']],
  'purchase-released': [['purchases-reserve', 'bankroll']],
};

export const purchases = product({
  name: 'purchases',
  calls: [
    {
      title: 'Buy coins',
      text: 'Coins for a bank transfer: the quote holds for the time to pay, and the coin is set aside meanwhile.',
      anyone: [queryPurchaseTerms],
      self: [submitPurchase, getPurchase, markPurchasePaid, cancelPurchase, findPurchases],
    },
  ],
  consoleCalls: [
    {
      title: 'Bank transfers',
      text: 'Orders that wait for money, lines of bank statements, and which belongs to which.',
      operator: [
        listPurchases,
        exportPurchases,
        getPurchaseDesk,
        viewPurchaseProof,
        confirmPurchase,
        rejectPurchase,
        recordRefund,
        listTransfers,
        getTransfer,
        exportTransfers,
        importStatement,
        returnTransfer,
        answerTransferDouble,
        closeTakenBack,
      ],
    },
  ],
  acts: [confirmPurchaseAct, recordRefundAct, returnTransferAct],
  commands: [orderPurchase, markPaid, cancelOrder, endOfTime, confirmOrder, rejectOrder, noteRefund],
  dueKinds: ['purchase-time'],
  tables: [purchaseOrders, purchaseDays, unpaidPurchases, bankTransfers],
  orders: [purchaseKind],
  movements: purchaseMovements,
  ways,
  explains: purchaseExplains,
  events: [purchaseEvent],
  notices: [purchaseNotices],
  settings: [currencyTerms, purchaseTerms, paymentTerms, unpaidTerms],
  plays: purchasePlays,
  claims: purchaseClaims,
  invariants: purchaseInvariants,
  times: purchaseTimes,
  bridged: { fromEngine: ['purchase.changed'], betweenWebs: ['purchase.changed'] },
  web: purchasesWeb,
  engine: purchasesEngine,
});
