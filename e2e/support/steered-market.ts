// An exchange whose Bitcoin costs what a test says, over HTX's own protocol.
import { gzipSync } from 'node:zlib';
import { openHtxDouble } from '../../server/test/support/neighbours/htx-double.ts';

export interface SteeredMarket {
  /** For the server that takes its prices from it. */
  settings: Record<string, string>;
  /** Moves evenly to this price, by so many steps a tenth of a second apart, and stays there. */
  moveTo(price: number, steps: number): Promise<void>;
  stop(): Promise<void>;
}

const stepMs = 100;

export async function startSteeredMarket(firstPrice: number): Promise<SteeredMarket> {
  const exchange = await openHtxDouble();
  let price = firstPrice;
  let count = 0;
  const tell = (topic: string, tick: object): void => {
    const message = { ch: `market.btcusdt.${topic}`, ts: Date.now(), tick };
    exchange.raw(gzipSync(JSON.stringify(message)));
  };
  const timer = setInterval(() => {
    const [id, ts] = [++count, Date.now()];
    // A step up and down, so that nobody takes the market for frozen.
    const bid = Math.round(price * 100 + (id % 2)) / 100;
    tell('trade.detail', { id, ts, data: [{ id, tradeId: id, ts, amount: 0.5, price: bid, direction: 'sell' }] });
    tell('depth.step0', { bids: [[bid, 2]], asks: [[bid + 0.02, 3]], version: id, ts });
  }, stepMs);
  return {
    settings: { MARKET_SOURCE: 'htx', HTX_WS: exchange.websocketUrl, HTX_REST: exchange.restUrl },
    async moveTo(target, steps) {
      const from = price;
      for (let step = 1; step <= steps; step++) {
        price = from + ((target - from) * step) / steps;
        await new Promise((resolve) => setTimeout(resolve, stepMs));
      }
    },
    stop() {
      clearInterval(timer);
      return exchange.close();
    },
  };
}
