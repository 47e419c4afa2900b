import { submitOptionsOrder } from '@candor/wire';
import { play } from '../kit/play.ts';
import { placeOptionsOrder } from './place-order.ts';
import { settleOptionsOrder } from './settle-order.ts';

export const optionPlays = [
  play(submitOptionsOrder, [placeOptionsOrder, settleOptionsOrder], ({ accountId, random, pick }) => ({
    pair_type: pick(['btcusdt', 'ethusdt']),
    trade_user_id: accountId,
    trade_num: String(10 + random(20)),
    option_config_id: '1',
    trade_transaction_type: 1 + random(2),
  })),
];
