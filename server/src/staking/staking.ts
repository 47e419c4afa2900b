// Staking: USDT set aside for some days for a fixed income, which the house has reserved since it promised it.
import { changePledgeRenewal, closePledge, getPledgeOrder, getPledgeOrderByDivideInto, getPledgeOrderMx, openPledge, pledgeEvent, queryPledgeProducts, queryPledgeSummary, stakingMovements } from '@candor/wire'; // oxfmt-ignore
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { changeRenewal } from './change-renewal.ts';
import { closePledgeOrder } from './end-pledge.ts';
import { stakingClaims, stakingExplains, stakingInvariants, stakingTimes } from './invariants.ts';
import { openPledgeOrder } from './open-pledge.ts';
import { pledgeNotices } from './notices.ts';
import { heldRenewals, pledgeKind, pledgeQuotas, pledges } from './pledge.ts';
import { stakingPlays } from './plays.ts';
import { completePledge, postPledgeIncome, renewPledge } from './post-income.ts';
import { stakingEngine } from './staking-engine.ts';
import { stakingWeb } from './staking-web.ts';
import { pledgeLimits, pledgeTerms } from './terms.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof stakingMovements>> = {
  'pledge-opened': [
    ['available', 'staked'],
    ['available', 'staked', ['staking-rewards', 'staking-reserve']],
  ],
  'pledge-income': [['staking-reserve', 'available']],
  'pledge-returned': [
    ['staked', 'available'],
    ['staked', 'available', ['staking-reserve', 'staking-rewards']],
  ],
};

export const staking = product({
  name: 'staking',
  calls: [
    {
      title: 'Staking',
      text: 'USDT set aside for some days for a fixed income, reserved by the house when it is promised.',
      anyone: [queryPledgeProducts],
      self: [
        openPledge,
        closePledge,
        changePledgeRenewal,
        getPledgeOrder,
        getPledgeOrderByDivideInto,
        getPledgeOrderMx,
        queryPledgeSummary,
      ],
    },
  ],
  commands: [openPledgeOrder, closePledgeOrder, changeRenewal, postPledgeIncome, completePledge, renewPledge],
  dueKinds: ['pledge-income', 'pledge-end', 'pledge-renewal'],
  tables: [pledges, pledgeQuotas, heldRenewals],
  orders: [pledgeKind],
  movements: stakingMovements,
  ways,
  explains: stakingExplains,
  resultsAs: 'staking',
  events: [pledgeEvent],
  notices: [pledgeNotices],
  settings: [pledgeTerms, pledgeLimits],
  plays: stakingPlays,
  claims: stakingClaims,
  invariants: stakingInvariants,
  times: stakingTimes,
  bridged: { fromEngine: ['pledges.changed'] },
  web: stakingWeb,
  engine: stakingEngine,
});
