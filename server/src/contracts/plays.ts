// What customers do with contracts: open at the market or at a price, and change, close or cancel what they have.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  coinOfCode,
  formatAmount,
  marginOf,
  submitContract,
  wad,
  type ContractOrderMessage,
  type Wad,
} from '@candor/wire';
import { play, type Player } from '../kit/play.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose } from './change-position.ts';
import { endPosition } from './end-position.ts';
import { fillContract } from './fill-order.ts';
import { payContractDue } from './pay-dues.ts';
import { placeContract } from './place-order.ts';
import { retellContract } from './retell.ts';

const { symbol, sheetSize } = coinOfCode('BTC')!;
const lever = 50;

const inTime = [fillContract, endPosition, payContractDue, retellContract];

/** A limit order waits one percent below or above the price. */
function openOrder({ accountId, random, pick, price }: Player) {
  const orderType = pick(['market', 'limit'] as const);
  const isLong = random(2) === 0;
  const newest = wad(price(symbol));
  const cents = (newest * (isLong ? 99n : 101n)) / 10n ** 18n;
  const at = orderType === 'market' ? newest : ((cents * 10n ** 16n) as Wad);
  const sheets = 1 + random(20);
  return {
    trade_price: formatAmount(at),
    trade_lever: lever,
    trade_user_id: accountId,
    trade_type: 1,
    trade_transaction_type: isLong ? 1 : 2,
    trade_btc_tpye: symbol,
    usd_num: formatAmount(marginOf({ sheets, sheetSize: wad(sheetSize), price: at, lever })),
    sheets_num: sheets,
    order_type: orderType,
    take_profit: '',
    stop_loss: '',
  };
}

function ownOrder({ replies, pick }: Player): { trade_id: string } | undefined {
  return replies.length === 0 ? undefined : { trade_id: (pick(replies) as ContractOrderMessage).trade_id };
}

export const contractPlays = [
  play(submitContract, [placeContract, ...inTime], openOrder),
  play(closeContract, [requestClose], ownOrder),
  play(cancelContract, [cancelOrder], ownOrder),
  play(changeContractTriggers, [changeTriggers], (player) => {
    const order = ownOrder(player);
    return order && { ...order, take_profit: '', stop_loss: '' };
  }),
  play(addContractMargin, [addMargin], (player) => {
    const order = ownOrder(player);
    return order && { ...order, amount: String(1 + player.random(3)) };
  }),
];
