import { coins, formatAmount, optionSides, submitOptionsOrder, type Wad } from '@candor/wire';
import { play } from '../kit/play.ts';
import { placeOptionsOrder } from './place-order.ts';
import { settleOptionsOrder } from './settle-order.ts';

export const optionPlays = [
  play(submitOptionsOrder, [placeOptionsOrder, settleOptionsOrder], ({ accountId, random, pick }) => ({
    pair_type: pick(coins).symbol,
    trade_user_id: accountId,
    // As typed: up to four decimals.
    trade_num: formatAmount((BigInt(100_000 + random(200_000)) * 10n ** 14n) as Wad),
    option_config_id: '1',
    trade_transaction_type: optionSides[pick(['up', 'down'] as const)],
  })),
];
