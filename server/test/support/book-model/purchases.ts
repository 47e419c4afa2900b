import { wad, type AssetCode, type PurchaseRates, type Uuid } from '@candor/wire';
import { cancelOrder, markPaid } from '../../../src/purchases/change-purchase.ts';
import { confirmOrder, noteRefund, rejectOrder } from '../../../src/purchases/decide-purchase.ts';
import { orderPurchase } from '../../../src/purchases/order-purchase.ts';
import { purchases as rows, type Purchase } from '../../../src/purchases/purchase.ts';
import type { CurrencyTerms } from '../../../src/purchases/terms.ts';
import { firstPaymentTerms, firstPurchaseTerms, firstUnpaidTerms } from '../first-terms.ts';
import {
  ask,
  pick,
  usdtOf,
  type Actor,
  type Draw,
  type ModelPlay,
  type ModelProduct,
  type ModelStage,
} from './stage.ts';

const terms: CurrencyTerms = {
  currency: 'USD',
  version: 1,
  isOffered: true,
  bank: 'Sample Bank',
  holder: 'Candor Demo',
  postcode: '8000',
  town: 'Sample Town',
  country: 'US',
  accountNumber: '000123456789',
  swift: 'SAMPUS33',
  minAmount: wad('10'),
  maxAmount: wad('50000'),
  dayLimit: wad('100000'),
  secondPersonAbove: wad('10000'),
  opensHour: 9,
  closesHour: 17,
};

const ratesOf = (stage: ModelStage, coin: AssetCode): PurchaseRates => ({
  perUsd: wad('1'),
  price: coin === 'USDT' ? wad('1') : stage.tick(coin).price,
});

const goesOn = ({ endedAt }: Purchase): boolean => endedAt === null;

function changeOf(stage: ModelStage, actor: Actor, draw: Draw, isFit = goesOn) {
  const order = stage.own(rows, actor, draw, isFit);
  if (!order) return undefined;
  const { purchaseId, coin, currency, orderedAt } = order;
  return { order, input: { accountId: actor.accountId, purchaseId, coin, currency, orderedAt, at: stage.now } };
}

/** What operators say of one: the whole of it came, or less. */
const decidedOn = ({ money }: Purchase, draw: Draw) => ({
  received: draw(3) === 0 ? wad('5') : money,
  transferId: null,
  line: undefined,
  bookedOn: null,
  // Two persons, who need no line.
  by: { decidedBy: null, proposalId: '00000000-0000-8000-a000-0000000000aa' as Uuid },
});

const decisions: readonly ModelPlay[] = [
  {
    command: confirmOrder,
    weight: 2,
    play(stage, actor, draw) {
      const found = changeOf(stage, actor, draw);
      if (!found) return undefined;
      const { order, input } = found;
      const more = { secondPersonAbove: terms.secondPersonAbove, coinsNow: order.coins };
      return ask(confirmOrder, actor, { ...input, ...decidedOn(order, draw), ...more });
    },
  },
  {
    command: rejectOrder,
    weight: 3,
    play(stage, actor, draw) {
      const found = changeOf(stage, actor, draw, ({ paidAt, endedAt }) => paidAt !== null && endedAt === null);
      if (!found) return undefined;
      return ask(rejectOrder, actor, {
        ...found.input,
        ...decidedOn(found.order, draw),
        reason: 'not-received',
        unpaidTerms: firstUnpaidTerms,
      });
    },
  },
  {
    command: noteRefund,
    weight: 3,
    play(stage, actor, draw) {
      const order = stage.own(rows, actor, draw, ({ refund, refundedAt }) => refund !== null && refundedAt === null);
      return (
        order &&
        ask(noteRefund, actor, {
          purchaseId: order.purchaseId,
          by: { refundedBy: null, refundProposal: order.proposalId },
        })
      );
    },
  },
];

export const purchases: ModelProduct = {
  plays: [
    {
      command: orderPurchase,
      weight: 2,
      play(stage, actor, draw) {
        const coin = pick(draw, ['USDT', 'BTC'] as const);
        const wanted = {
          currency: 'USD',
          coin,
          money: usdtOf(draw, 20, 2_000),
          shown: { coins: undefined, fee: undefined },
          terms,
        } as const;
        const more = {
          isVerified: true,
          under: firstPurchaseTerms,
          payment: firstPaymentTerms,
          unpaid: firstUnpaidTerms,
          rates: ratesOf(stage, coin),
          receivedAt: stage.now,
        };
        return ask(orderPurchase, actor, { accountId: actor.accountId, ...wanted, ...more });
      },
    },
    {
      command: markPaid,
      weight: 3,
      play(stage, actor, draw) {
        const found = changeOf(stage, actor, draw);
        return found && ask(markPaid, actor, { ...found.input, proof: null, under: firstPurchaseTerms });
      },
    },
    {
      command: cancelOrder,
      weight: 2,
      play(stage, actor, draw) {
        const found = changeOf(stage, actor, draw);
        return found && ask(cancelOrder, actor, found.input);
      },
    },
    ...decisions,
  ],
};
