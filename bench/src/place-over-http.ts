// The load generator of the HTTP benchmark, a process of its own: raw sockets with prepared requests, so that it leaves as
// much as it can of a small machine to the server. It is told a plan, runs it and answers with what came of it.
import { coinCodes, coinOfCode, formatAmount, wad, wireId, type Coin, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { marginOf } from '../../server/src/contracts/rules.ts';
import { runClosedLoop, type LoadPlan, type LoadResult, type PlaceOutcome } from './closed-loop.ts';
import { drawFrom, drawKind, drawStake, mixConfigId, unaffordableStake } from './order-mix.ts';
import type { SeededSession } from './seed-accounts.ts';

/** What is ordered; contracts rest at half the price, so that every one of them stays a good order. */
export type Product = 'options' | 'contracts';
export interface HttpLoadPlan extends LoadPlan {
  port: number;
  sessions: readonly SeededSession[];
  product: Product;
  /** By coin, as the server showed them. */
  prices: Record<string, string>;
}
export interface HttpLoadResult extends LoadResult {
  /** Processor seconds a second that making the load took. */
  cpuShare: number;
}

process.once('message', (plan) => {
  run(plan as HttpLoadPlan).then(
    (result) => process.send!(result, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

interface Caller {
  /** Sends a request and resolves with the reply's body, which must have come with HTTP status 200. A character is a byte. */
  ask(request: string): Promise<string>;
  lastAccepted: { request: string; body: string } | undefined;
}

async function run(plan: HttpLoadPlan): Promise<HttpLoadResult> {
  const idle: Caller[] = await Promise.all(Array.from({ length: plan.inFlight }, () => openCaller(plan.port)));
  let cpu = { start: process.cpuUsage(), startedAt: performance.now(), share: 0 };
  const result = await runClosedLoop({
    ...plan,
    async place() {
      const caller = idle.pop()!;
      const outcome = await placeOne(caller, plan);
      idle.push(caller);
      return outcome;
    },
    onMeasure(isMeasured) {
      const { user, system } = process.cpuUsage(cpu.start);
      if (isMeasured) cpu = { ...cpu, start: process.cpuUsage(), startedAt: performance.now() };
      else cpu.share = (user + system) / 1000 / (performance.now() - cpu.startedAt);
    },
  });
  return { ...result, cpuShare: cpu.share };
}

const accepted = {
  options: '{"status":1,"data":{"option_order_id":"opt_',
  contracts: '{"status":1,"data":{"trade_id":"cfd_',
};
const insufficient = '{"status":2,"code":"insufficient-balance"';

async function placeOne(caller: Caller, plan: HttpLoadPlan): Promise<PlaceOutcome> {
  const kind = drawKind();
  if (kind === 'replay' && caller.lastAccepted) {
    const { request, body } = caller.lastAccepted;
    assert.equal(await caller.ask(request), body, 'a repetition must answer what the first did');
    return 'replayed';
  }
  const request = newRequest(plan, kind === 'unaffordable' ? unaffordableStake : drawStake());
  const body = await caller.ask(request);
  const wanted = kind === 'unaffordable' ? insufficient : accepted[plan.product];
  assert.ok(body.startsWith(wanted), `the server answered ${body}`);
  if (kind === 'unaffordable') return 'refused';
  if (Math.random() < 0.05) caller.lastAccepted = { request, body };
  return 'accepted';
}

const wireIds = new Map<Uuid, string>();

function newRequest(plan: HttpLoadPlan, amount: Wad): string {
  const { accountId, token } = drawFrom(plan.sessions);
  let owner = wireIds.get(accountId);
  if (owner === undefined) wireIds.set(accountId, (owner = wireId('account', accountId)));
  const coin = coinOfCode(drawFrom(coinCodes))!;
  const { path, body } =
    plan.product === 'options' ? optionOrder(coin, owner, amount) : contractOrder(plan.prices, { coin, owner, amount }); // prettier-ignore
  const host = `127.0.0.1:${plan.port}`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
    `Cookie: __Host-candor=${token}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`
  );
}

function optionOrder({ symbol }: Coin, owner: string, stake: Wad): { path: string; body: string } {
  const side = Math.random() < 0.5 ? 1 : 2;
  const body =
    `pair_type=${symbol}&trade_user_id=${owner}&trade_num=${formatAmount(stake)}&option_config_id=${mixConfigId}` +
    `&trade_transaction_type=${side}`;
  return { path: '/api/options/submit', body };
}

const sheetsMax = 10_000n;

/** A long with about this much margin at lever 50, or at lever 1 if so many sheets are not to be had. */
function contractOrder(
  prices: Record<string, string>,
  { coin, owner, amount }: { coin: Coin; owner: string; amount: Wad },
): { path: string; body: string } {
  const sheetSize = wad(coin.sheetSize);
  const step = 10n ** BigInt(18 - coin.priceDecimals);
  const price = ((wad(prices[coin.code]!) / 2n / step) * step) as Wad;
  const atFifty = 1n + (amount * 50n * wad('1')) / (sheetSize * price);
  if (atFifty > sheetsMax && coin.code !== 'BTC') {
    // So much is refused for its cost only where ten thousand sheets cost it.
    return contractOrder(prices, { coin: coinOfCode('BTC')!, owner, amount });
  }
  const lever = atFifty <= sheetsMax ? 50 : 1;
  const sheets = parseInt((lever === 50 ? atFifty : sheetsMax).toString(), 10);
  const margin = formatAmount(marginOf({ sheets, sheetSize, price, lever }));
  const body =
    `trade_price=${formatAmount(price)}&trade_lever=${lever}&trade_user_id=${owner}&trade_type=1&trade_transaction_type=1` +
    `&trade_btc_tpye=${coin.symbol}&usd_num=${margin}&sheets_num=${sheets}&order_type=limit`;
  return { path: '/api/contracts/submit', body };
}

function openCaller(port: number): Promise<Caller> {
  const buffer = Buffer.allocUnsafe(16 * 1024);
  let received = '';
  let waiting: { resolve(body: string): void; reject(error: Error): void } | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  const onBytes = (count: number): boolean => {
    received += buffer.toString('latin1', 0, count);
    const body = wholeBody(received);
    if (body !== undefined) {
      received = '';
      waiting!.resolve(body);
    }
    return true;
  };
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback: onBytes },
    });
    socket.once('error', reject);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed a connection')));
    socket.once('connect', () =>
      resolve({
        lastAccepted: undefined,
        ask: (request) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            socket.write(request, 'latin1');
          }),
      }),
    );
  });
}

const headEnd = '\r\n\r\n';
const lengthName = '\r\ncontent-length: ';

/** Undefined while bytes are missing. */
function wholeBody(reply: string): string | undefined {
  const end = reply.indexOf(headEnd);
  if (end < 0) return undefined;
  const start = end + headEnd.length;
  const length = reply.indexOf(lengthName);
  if (!reply.startsWith('HTTP/1.1 200 ') || length < 0 || length > end) throw new Error(`the server answered ${reply}`);
  const digits = reply.slice(length + lengthName.length, reply.indexOf('\r', length + 2));
  return reply.length < start + parseInt(digits, 10) ? undefined : reply.slice(start);
}
