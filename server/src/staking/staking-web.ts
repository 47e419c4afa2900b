// Staking where requests arrive: what it answers, and what it pushes to owners.
import { changePledgeRenewal, closePledge, openPledge, parseAmount, queryPledgeProducts } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { submitOwn } from '../ledger/submit-own.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { changeRenewal } from './change-renewal.ts';
import { closePledgeOrder } from './end-pledge.ts';
import { openPledgeOrder } from './open-pledge.ts';
import { pledgeMessage, type Pledge } from './pledge.ts';
import { sealCursors } from '../kit/sealed-cursors.ts';
import type { Secrets } from '../kit/secrets.ts';
import { findOwn, listOffer, pledgeReads } from './pledge-reads.ts';
import { findPledge } from './store.ts';
import { pledgeLimits, pledgeTerms } from './terms.ts';

export interface StakingWebParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
}

export function stakingWeb(parts: StakingWebParts) {
  const { pool, lanes, hub } = parts;
  const terms = pledgeTerms.open(pool);
  const limits = pledgeLimits.open(pool);
  const offered = () => terms.inForce().filter(({ isOffered }) => isOffered);
  let unsubscribe = (): void => {};

  const submit = submitOwn(lanes);

  return {
    jobs: [terms.reload('web'), limits.reload('web')],
    calls: [
      bind(queryPledgeProducts, () => listOffer(pool, offered())),
      bindSelf(openPledge, (payload, context) => {
        const amount = parseAmount(payload.amount) ?? refuse('amount-malformed', { field: 'amount' });
        if (!fitsPrecision(amount, 'USDT')) refuse('too-many-decimals', { field: 'amount', decimals: '4' });
        const { pledge_product_id: productId, config_version: version, auto_renew: autoRenew } = payload;
        const config = offered().find((each) => each.productId === productId && each.version === version);
        const { accountId, book } = context.session;
        const order = { accountId, book, productId, amount, config, limits: limits.now(), autoRenew };
        return submit(openPledgeOrder, order, context);
      }),
      bindSelf(closePledge, async ({ pledge_order_id }, context) => {
        const { pledgeId, productId, book } = await findOwn(pool, context.session.accountId, pledge_order_id);
        return submit(closePledgeOrder, { pledgeId, productId, book }, context);
      }),
      bindSelf(changePledgeRenewal, async ({ pledge_order_id, auto_renew: autoRenew }, context) => {
        const { accountId, pledgeId } = await findOwn(pool, context.session.accountId, pledge_order_id);
        return submit(changeRenewal, { accountId, pledgeId, autoRenew }, context);
      }),
      ...pledgeReads({ ...parts, cursors: sealCursors(parts.secrets) }),
    ],
    async start() {
      await Promise.all([terms.load(), limits.load()]);
      unsubscribe = tellOwners(parts, { names: ['pledges.changed'], what: 'a pledge', find: findPledge, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push(pledge: Pledge): void {
    hub.notify(`account:${pledge.accountId}`, () => ({ action: 'pledge', notify: pledgeMessage(pledge) }));
  }
}
