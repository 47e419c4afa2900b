import { wad, zero } from '@candor/wire';
import { changeRenewal } from '../../../src/staking/change-renewal.ts';
import { closePledgeOrder } from '../../../src/staking/end-pledge.ts';
import { openPledgeOrder } from '../../../src/staking/open-pledge.ts';
import { pledgeQuotas, pledges, type Pledge, type PledgeConfig } from '../../../src/staking/pledge.ts';
import { quotaIdOf } from '../../../src/staking/terms.ts';
import { firstPledgeLimits as limits } from '../first-terms.ts';
import { ask, pick, usdtOf, type ModelProduct } from './stage.ts';

/** Of which there is so little that whoever comes first may leave nothing to others. */
const terms: readonly PledgeConfig[] = [
  { productId: '1', version: 1, days: 7, dailyRate: wad('0.0002'), minAmount: wad('10'), maxAmount: wad('3000'), quota: wad('5000'), isOffered: true },
  { productId: '2', version: 1, days: 15, dailyRate: wad('0.0003'), minAmount: wad('50'), maxAmount: wad('3000'), quota: wad('8000'), isOffered: true },
]; // oxfmt-ignore
export const pledgeTermsOf = (productId: string): PledgeConfig | undefined =>
  terms.find((each) => each.productId === productId);

const isRunning = ({ ending }: Pledge): boolean => ending === null;

export const staking: ModelProduct = {
  begin({ ledger }) {
    for (const { productId } of terms)
      for (const book of ['real', 'bonus'] as const)
        ledger.put(pledgeQuotas, { quotaId: quotaIdOf(productId, book), productId, book, taken: zero });
  },
  plays: [
    {
      command: openPledgeOrder,
      weight: 2,
      play(_, actor, draw) {
        const config = pick(draw, terms);
        const wanted = { productId: config.productId, amount: usdtOf(draw, 10, 3_000), autoRenew: draw(2) === 1 };
        return ask(openPledgeOrder, actor, { ...actor, ...wanted, config, limits });
      },
    },
    {
      command: changeRenewal,
      weight: 3,
      play(stage, actor, draw) {
        const pledge = stage.own(pledges, actor, draw, isRunning);
        return (
          pledge &&
          ask(changeRenewal, actor, { accountId: actor.accountId, pledgeId: pledge.pledgeId, autoRenew: draw(2) === 1 })
        );
      },
    },
    {
      command: closePledgeOrder,
      weight: 3,
      play(stage, actor, draw) {
        const pledge = stage.own(pledges, actor, draw, isRunning);
        return pledge && ask(closePledgeOrder, actor, { ...pledge });
      },
    },
  ],
};
