// Purchases where requests arrive: what customers order and say, what operators decide, and what is pushed to owners.
import { openRates } from '../currencies/open-rates.ts';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { customerCalls, type CustomerCallsParts } from './customer-calls.ts';
import { paymentTerms, unpaidTerms } from './payment-terms.ts';
import { purchaseTerms } from './purchase-terms.ts';
import { purchaseMessage, type Purchase } from './purchase.ts';
import { findPurchase } from './store.ts';
import { beginTerms, currencyTerms } from './terms.ts';
import { transferDesk, type TransferDeskParts } from './transfer-desk.ts';

type Given = Omit<
  CustomerCallsParts,
  'terms' | 'purchaseTerms' | 'paymentTerms' | 'unpaidTerms' | 'rates' | 'pictures'
>;

export interface PurchasesParts extends Given {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  pictures: CustomerCallsParts['pictures'] & TransferDeskParts['pictures'];
}

export function purchasesWeb(parts: PurchasesParts) {
  const { pool, clock, hub } = parts;
  const opened = {
    ...parts,
    terms: currencyTerms.open(pool),
    purchaseTerms: purchaseTerms.open(pool),
    paymentTerms: paymentTerms.open(pool),
    unpaidTerms: unpaidTerms.open(pool),
    rates: openRates({ pool, clock }),
  };
  const settings = [opened.terms, opened.purchaseTerms, opened.paymentTerms, opened.unpaidTerms];
  const desk = transferDesk(opened);
  let unsubscribe = (): void => {};

  return {
    jobs: [...settings.map((each) => each.reload('web')), opened.rates.reload('purchase-rates', 'web')],
    acts: desk.acts,
    queues: desk.queues,
    calls: [...customerCalls(opened), ...desk.calls],
    async start() {
      await beginTerms(pool);
      await Promise.all([...settings, opened.rates].map((each) => each.load()));
      unsubscribe = tellOwners(parts, { names: ['purchase.changed'], what: 'a purchase', find: findPurchase, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push(order: Purchase): void {
    hub.notify(`account:${order.accountId}`, () => ({ action: 'purchase', notify: purchaseMessage(order) }));
  }
}
