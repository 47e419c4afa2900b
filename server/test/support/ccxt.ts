// ccxt as its registry has it, from a folder of its own that the product does not install: it is installed when a test wants it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireClient } from './clients-package.ts';

export type Row = [time: number, open: number, high: number, low: number, close: number, volume: number];
export interface CcxtTrade {
  id: string;
  timestamp: number;
  price: number;
  amount: number;
  side: string;
}
export interface CcxtTicker {
  symbol: string;
  last: number;
  bid?: number;
  ask?: number;
  baseVolume: number;
}
export interface CcxtBook {
  symbol: string;
  nonce: number;
  bids: [price: number, size: number][];
  asks: [price: number, size: number][];
}

/** As much of its htx class as is used here. */
export interface CcxtHtx {
  timeframes: Record<string, string>;
  loadMarkets(): Promise<Record<string, { spot: boolean; active: boolean; precision: { price: number } }>>;
  currencies: Record<string, { active: boolean }>;
  fetchStatus(): Promise<{ status: string }>;
  fetchTime(): Promise<number>;
  fetchTickers(): Promise<Record<string, CcxtTicker>>;
  fetchTicker(symbol: string): Promise<CcxtTicker>;
  fetchTrades(symbol: string, since?: number, limit?: number): Promise<CcxtTrade[]>;
  fetchOHLCV(symbol: string, timeframe: string, since?: number, limit?: number): Promise<Row[]>;
  fetchOrderBook(symbol: string, limit?: number): Promise<CcxtBook>;
  watchTicker(symbol: string): Promise<CcxtTicker>;
  watchTrades(symbol: string): Promise<CcxtTrade[]>;
  watchOHLCV(symbol: string, timeframe: string): Promise<Row[]>;
  watchOrderBook(symbol: string, limit?: number): Promise<CcxtBook>;
  unWatchOrderBook(symbol: string): Promise<unknown>;
  options: Record<string, Record<string, unknown>>;
  close(): Promise<void>;
  /** What it asks for once where an address has no TLS. */
  loadHttpProxyAgent(): Promise<unknown>;
}

/** Its htx class with other addresses and nothing else: ours for the spot market, and a stand-in for HTX's host of contracts. */
export async function openCcxtHtx({ url, contractsUrl }: { url: string; contractsUrl: string }): Promise<CcxtHtx> {
  const { pro } = requireClient('ccxt') as { pro: Record<string, Htx> };
  const host = url.replace('http://', '');
  const htx = new pro['htx']!({
    hostname: host,
    urls: {
      hostnames: { spot: host, contract: contractsUrl.replace('http://', '') },
      api: {
        spot: 'http://{hostname}',
        contract: 'http://{hostname}',
        ws: { api: { spot: { public: 'ws://{hostname}/ws', feed: 'ws://{hostname}/feed' } } },
      },
    },
  });
  await htx.loadHttpProxyAgent();
  return htx;
}
type Htx = new (options: object) => CcxtHtx;

/**
 * HTX's other host, which lists futures and swaps: it is none of ours, but ccxt will not load any market without one of each
 * kind from it.
 */
export async function startContractsHost(): Promise<{ url: string; close(): void }> {
  const contract = { symbol: 'BTC', contract_size: 100, price_tick: 0.1, contract_status: 1 };
  const lists: Record<string, object> = {
    '/linear-swap-api/v1/swap_contract_info': {
      ...contract, contract_code: 'BTC-USDT', business_type: 'swap', pair: 'BTC-USDT',
    },
    '/swap-api/v1/swap_contract_info': { ...contract, contract_code: 'BTC-USD' },
    '/api/v1/contract_contract_info': {
      ...contract, contract_code: 'BTC300329', contract_type: 'quarter', delivery_date: '20300329',
      delivery_time: '1900972800000',
    },
  }; // oxfmt-ignore
  const server = createServer(({ url = '' }, response) => {
    const listed = lists[url.split('?')[0]!];
    if (!listed) return void response.writeHead(404).end();
    response.end(JSON.stringify({ status: 'ok', data: [listed], ts: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
