// What customers do with contracts: open at the market or at a price, and change, close or cancel what they have.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  coins,
  contractSides,
  formatAmount,
  marginOf,
  submitContract,
  wad,
  type Coin,
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

const lever = 50;
/** Only the newest are changed; the older ones are left to the ticks. */
const changedMax = 6;

const inTime = [fillContract, endPosition, payContractDue, retellContract];

/** A price so many ten-thousandths away, with the decimals that the coin's prices have. */
function near(price: Wad, { priceDecimals }: Coin, away: number): Wad {
  const step = 10n ** BigInt(18 - priceDecimals);
  return (((price * BigInt(10_000 + away)) / 10_000n / step) * step) as Wad;
}

/** On the sides where they belong, or none. */
const stops = ({ random }: Player, price: Wad, coin: Coin, sign: number) => ({
  take_profit: random(2) === 0 ? '' : formatAmount(near(price, coin, sign * (5 + random(150)))),
  stop_loss: random(2) === 0 ? '' : formatAmount(near(price, coin, -sign * (5 + random(100)))),
});

/** A limit order waits a little below or above the price; the margin is some USDT, or one sheet's. */
function openOrder(player: Player) {
  const { accountId, random, pick, price } = player;
  const coin = pick(coins);
  const orderType = pick(['market', 'limit'] as const);
  const side = pick(['long', 'short'] as const);
  const sign = side === 'long' ? 1 : -1;
  const newest = wad(price(coin.symbol));
  const at = orderType === 'market' ? newest : near(newest, coin, -sign * (2 + random(20)));
  const sheetSize = wad(coin.sheetSize);
  const wanted = (BigInt((4 + random(8)) * lever) * 10n ** 36n) / (at * sheetSize);
  const sheets = wanted > 1n ? parseInt(wanted.toString(), 10) : 1;
  return {
    trade_price: formatAmount(at),
    trade_lever: lever,
    trade_user_id: accountId,
    trade_type: 1,
    trade_transaction_type: contractSides[side],
    trade_btc_tpye: coin.symbol,
    usd_num: formatAmount(marginOf({ sheets, sheetSize, price: at, lever })),
    sheets_num: sheets,
    order_type: orderType,
    ...stops(player, at, coin, sign),
  };
}

/** One that had not ended when it was last told of. */
function ownOrder(
  { replies, pick }: Player,
  is: (order: ContractOrderMessage) => boolean = () => true,
): ContractOrderMessage | undefined {
  const known = new Map<string, ContractOrderMessage>();
  for (const order of replies as readonly ContractOrderMessage[]) {
    known.delete(order.trade_id);
    if (order.state !== 'ended') known.set(order.trade_id, order);
  }
  const open = [...known.values()].slice(-changedMax).filter(is);
  return open.length === 0 ? undefined : pick(open);
}

export const contractPlays = [
  play(submitContract, [placeContract, ...inTime], openOrder),
  play(closeContract, [requestClose], (player) => {
    const order = ownOrder(player, ({ closing }) => closing === null);
    if (!order) return undefined;
    const { trade_id, sheets_num } = order;
    return player.random(3) === 0 ? { trade_id, sheets_num: 1 + player.random(sheets_num) } : { trade_id };
  }),
  play(cancelContract, [cancelOrder], (player) => {
    const order = ownOrder(player, ({ order_type }) => order_type === 'limit');
    return order && { trade_id: order.trade_id };
  }),
  play(changeContractTriggers, [changeTriggers], (player) => {
    const order = ownOrder(player);
    if (!order) return undefined;
    const { trade_id, trade_btc_tpye, trade_transaction_type } = order;
    const coin = coins.find(({ symbol }) => symbol === trade_btc_tpye)!;
    const sign = trade_transaction_type === contractSides.long ? 1 : -1;
    return { trade_id, ...stops(player, wad(player.price(trade_btc_tpye)), coin, sign) };
  }),
  play(addContractMargin, [addMargin], (player) => {
    const order = ownOrder(player);
    const tenThousandths = BigInt(1 + player.random(30_000));
    return order && { trade_id: order.trade_id, amount: formatAmount((tenThousandths * 10n ** 14n) as Wad) };
  }),
];
