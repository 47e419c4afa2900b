// How a position stands at a price, and what a close of it would bring. Pure: from the order and the price.
import { add, coinAmount, coinOfSymbol, contractSides, formatAmount, netGainOf, parseAmount, payoutOf, pnlOf, shareOf, wad } from '@candor/wire'; // oxfmt-ignore
import type { Coin, ContractOrderMessage, ContractSide, Wad } from '@candor/wire'; // oxfmt-ignore
import type { DraftFault } from '../data/draft-rules.ts';
import { shareOfMargin } from './stop-rules.ts';
import type { Stake } from './stop-rules.ts';

export const sideOf = (order: Pick<ContractOrderMessage, 'trade_transaction_type'>): ContractSide =>
  order.trade_transaction_type === contractSides.long ? 'long' : 'short';

/** A coin that this app does not know yet stands for itself by its pair: it has no price, so nobody is told to win or lose by another's. */
export const coinOf = ({ trade_btc_tpye: pair }: Pick<ContractOrderMessage, 'trade_btc_tpye'>): Coin =>
  coinOfSymbol(pair) ?? ({ ...unknown, code: pair, symbol: pair, name: pair } as Coin);

const unknown = { priceDecimals: 2, amountDecimals: 0, sheetSize: '0', isMajor: false };

/** What is still open, or for an order that waits, what would be. */
export function stakeOf(order: ContractOrderMessage): Stake {
  const sheets = order.entry === null ? order.sheets_num : order.open_sheets;
  return {
    side: sideOf(order),
    entryPrice: wad(order.entry?.price ?? order.trade_price),
    amount: coinAmount(sheets, wad(order.sheet_size)),
    margin: wad(order.entry === null ? order.usd_num : order.margin),
  };
}

export interface Standing {
  pnl: Wad;
  /** What the contract would bring in all if the rest were closed now: with parts closed before, after the fee. */
  net: Wad;
  /** Net as a share of all that was put in as margin, decimal text. */
  roe: string | undefined;
  /** How far the price is from the liquidation price, as a share of the price. */
  distance: string;
  /** 1 at the entry or better, 0 at the liquidation price: geometry only. */
  health: number;
}

export function standingOf(order: ContractOrderMessage, price: Wad | undefined): Standing | undefined {
  if (price === undefined || price <= 0n || order.entry === null || order.liquidation_price === null) return undefined;
  const stake = stakeOf(order);
  const pnl = pnlOf({ ...stake, price });
  const net = netGainOf({ gain: add(wad(order.pnl), pnl), fee: wad(order.fee), result: null });
  const liquidation = wad(order.liquidation_price);
  const away = stake.side === 'long' ? price - liquidation : liquidation - price;
  const whole = stake.side === 'long' ? stake.entryPrice - liquidation : liquidation - stake.entryPrice;
  const share = ((away > 0n ? away : 0n) * 10_000n) / price;
  return {
    pnl,
    net,
    roe: shareOfMargin(net, add(wad(order.usd_num), wad(order.added_margin))),
    distance: formatAmount((share * 10n ** 14n) as Wad),
    health: whole <= 0n ? 1 : Math.min(1, Math.max(0, parseInt(`${(away * 1000n) / whole}`, 10) / 1000)),
  };
}

export interface ClosePreview {
  pnl: Wad;
  /** What comes back to the balance. */
  paid: Wad;
}

/** Some of the sheets at this price, as the server computes it. */
export function closePreview(order: ContractOrderMessage, sheets: number, price: Wad): ClosePreview {
  const stake = stakeOf(order);
  // Own and added margin are shared out each by itself; what was added is not told apart any more after a partial close.
  const margin = shareOf(stake.margin, sheets, order.open_sheets);
  const pnl = pnlOf({ ...stake, price, amount: coinAmount(sheets, wad(order.sheet_size)) });
  return { pnl, paid: payoutOf(margin, pnl) };
}

/** Where the liquidation price goes when margin is added: away from the price by the amount over the coin that is open. */
export function liquidationAfter(order: ContractOrderMessage, added: Wad): Wad | undefined {
  if (order.liquidation_price === null) return undefined;
  const { side, amount } = stakeOf(order);
  if (amount <= 0n) return undefined;
  const [now, distance] = [wad(order.liquidation_price), (added * 10n ** 18n) / amount];
  if (side === 'short') return (now + distance) as Wad;
  return (now > distance ? now - distance : 0n) as Wad;
}

/** What is wrong with an amount of margin to add. */
export function judgeMore(typed: string, available: string | undefined): DraftFault | undefined {
  const amount = parseAmount(typed);
  if (!amount) return { code: 'amount-malformed', facts: {} };
  if (available === undefined || amount <= wad(available)) return undefined;
  return { code: 'insufficient-balance', facts: { available }, isCertain: true };
}

/** What one brought in all, after its fee, as a share of all that was put in as margin. */
export const roeOfEnded = (order: ContractOrderMessage): string | undefined =>
  shareOfMargin(wad(order.realised), add(wad(order.usd_num), wad(order.added_margin)));

/** An order that ended without ever being a position. */
export const isCancelled = (order: Pick<ContractOrderMessage, 'result'>): boolean => order.result === 'cancelled';
