import { changePledgeRenewal, closePledge, openPledge, type PledgeOrder } from '@candor/wire';
import { play, playedByItself, type Player } from '../kit/play.ts';
import { changeRenewal } from './change-renewal.ts';
import { closePledgeOrder } from './end-pledge.ts';
import { openPledgeOrder } from './open-pledge.ts';
import { completePledge, postPledgeIncome, renewPledge } from './post-income.ts';

/** One that was opened and not closed. */
function running({ replies, pick }: Player): PledgeOrder | undefined {
  const known = replies as readonly PledgeOrder[];
  const closed = new Set(known.filter(({ outcome }) => outcome !== null).map((each) => each.pledge_order_id));
  const open = known.filter((each) => !closed.has(each.pledge_order_id));
  return open.length > 0 ? pick(open) : undefined;
}

export const stakingPlays = [
  play(openPledge, [openPledgeOrder], ({ accountId, random, pick }) => ({
    account_id: accountId,
    pledge_product_id: pick(['1', '2']),
    config_version: 1,
    amount: String(50 + random(50)),
    auto_renew: random(2) === 1,
  })),
  play(changePledgeRenewal, [changeRenewal], (player) => {
    const pledge = running(player);
    const { accountId, random } = player;
    return pledge && { account_id: accountId, pledge_order_id: pledge.pledge_order_id, auto_renew: random(2) === 1 };
  }),
  play(closePledge, [closePledgeOrder], (player) => {
    const pledge = running(player);
    return pledge && { account_id: player.accountId, pledge_order_id: pledge.pledge_order_id };
  }),
  playedByItself([postPledgeIncome, completePledge, renewPledge]),
];
