// Two customers and a stranger who send every call what no one should send, with ids that exist: their own and the other's.
import {
  callName,
  isEndpoint,
  listOutbox,
  listSessions,
  logOut,
  parseWireId,
  queryAlerts,
  queryBills,
  takeTestMoney,
  createAlert,
  verifyMe,
} from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import fc from 'fast-check';
import { callsOf } from '../../../server/src/kit/product.ts';
import { orderKinds, sections } from '../../../server/src/products.ts';
import { Agent, request as sendRequest } from 'node:http';
import { checkAnswer, requestTo } from '../../../server/src/http/fuzz-calls.test-support.ts';
import type { FuzzRequest } from '../../../server/src/http/fuzz-calls.test-support.ts';
import { need, openCustomer } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { leavesOf } from '../leaves-of.ts';
import { playable } from '../playable.ts';
import { playProducts } from '../play-products.ts';
import { seededRandom } from '../seeded-random.ts';
import type { SeededRandom } from '../seeded-random.ts';

const calls = callsOf(sections);

export interface FuzzPlan {
  url: string;
  /** The code that its customers register with. */
  invitedBy: string;
  requests: number;
  seed: number;
  /** Called after each share of the requests. */
  onShare: (done: number) => Promise<void>;
}

export interface FuzzReport {
  statuses: Map<number, number>;
  slowest: { ms: number; call: string };
  /** What must not have happened, the first of each kind with its request. */
  faults: string[];
  accounts: number;
  /** Kinds of orders that a customer had from the beginning. */
  ordered: Set<string>;
}

interface Caller {
  name: 'first' | 'second' | 'stranger';
  customer?: Customer;
  /** Ids and names that only this customer may be told. */
  secrets: string[];
  objects: string[];
  isOver: boolean;
}

const perRound = 5;
const triesMax = 3;
/** Calls that are tried side by side. */
const atOnce = 8;
/** Its wild logins count for another network than the customers', who must be able to log in. */
const fromElsewhere = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};
const sharesOf = 20;
/** Out of so many requests that end the session one has its cookie; else the fuzzer would do little but log in. */
const logOutsWithCookie = 50;

export async function playFuzz({ url, invitedBy, requests, seed, onShare }: FuzzPlan): Promise<FuzzReport> {
  const report: FuzzReport = {
    statuses: new Map(),
    slowest: { ms: 0, call: '' },
    faults: [],
    accounts: 0,
    ordered: new Set(),
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 40, ...fromElsewhere });
  const open = async (name: 'first' | 'second'): Promise<Caller> => {
    const email = `${name}-${++report.accounts}@fuzz.example`;
    const customer = await openCustomer(url, { email, password: `wren and lark ${report.accounts}`, invitedBy });
    const orders = await orderOfAll(customer, seededRandom(seed + report.accounts));
    for (const { kind } of orderKinds) if (orders.some((id) => parseWireId(kind, id))) report.ordered.add(kind);
    return openCaller(name, customer, orders);
  };
  const stranger: Caller = { name: 'stranger', secrets: [], objects: [], isOver: false };
  const callers = [await open('first'), await open('second'), stranger];
  let [done, round, nextShare] = [0, 0, requests / sharesOf];
  try {
    for (; done < requests; round++) {
      for (const [place, caller] of callers.entries()) {
        if (caller.isOver && caller.customer) callers[place] = await open(caller.name as 'first' | 'second');
      }
      // The stranger has the least to reach; everyone tries the ids of all.
      const caller = callers[[0, 1, 0, 1, 0, 2][round % 6]!]!;
      const others = callers.filter((other) => other !== caller);
      const objects = callers.flatMap((each) => each.objects);
      const ids = { accountId: caller.customer?.user.account_id, objects };
      for (let place = 0; place < calls.length; place += atOnce) {
        const wild = calls.slice(place, place + atOnce).flatMap((call, step) => {
          const options = { numRuns: perRound, seed: seed + round * calls.length + place + step };
          return fc.sample(requestTo(call, ids), options).map((request) => ({ call, request }));
        });
        await Promise.all(wild.map((one) => tryOne({ ...one, url, agent, caller, others, report })));
        done += wild.length;
        if (done < nextShare) continue;
        await onShare(done);
        nextShare += requests / sharesOf;
      }
    }
  } finally {
    agent.destroy();
  }
  return report;
}

interface Try {
  url: string;
  agent: Agent;
  call: Action | Endpoint;
  request: FuzzRequest;
  caller: Caller;
  others: readonly Caller[];
  report: FuzzReport;
}

let logOuts = 0;

async function tryOne({ url, agent, call, request, caller, others, report }: Try): Promise<void> {
  const isKept = call === logOut && ++logOuts % logOutsWithCookie !== 0;
  const cookie = isKept ? '' : (caller.customer?.client.cookies() ?? '');
  const startedAt = performance.now();
  const { status, body } = await exchange({ url, agent, request, cookie });
  const ms = performance.now() - startedAt;
  if (ms > report.slowest.ms) report.slowest = { ms, call: callName(call) };
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
  if (status === 401 && cookie !== '' && call.who === 'self') caller.isOver = true;
  const say = (fault: string): void => {
    if (report.faults.length < 50) report.faults.push(`${fault}\n  ${JSON.stringify(request).slice(0, 600)}`);
  };
  try {
    checkAnswer(call, status, body);
  } catch (error) {
    // A document without an envelope is no refusal.
    if (status !== 200 || !isEndpoint(call) || call.form !== 'bare') say((error as Error).message);
  }
  const sent =
    JSON.stringify(request) +
    decodeURIComponent(request.url.replace(/%(?![\da-f]{2})/gi, '%25').replace(/%[89a-f][\da-f]/gi, ''));
  // The demo's outbox shows every message to everyone, so that a newcomer without a mailbox can go on.
  if (call === listOutbox) return;
  for (const other of others) {
    const foreign = other.secrets.find((secret) => body.includes(secret) && !sent.includes(secret));
    if (foreign !== undefined) say(`${callName(call)} told ${caller.name} of ${other.name}: ${foreign}`);
  }
}

function exchange({
  url,
  agent,
  request,
  cookie,
}: {
  url: string;
  agent: Agent;
  request: FuzzRequest;
  cookie: string;
}): Promise<{ status: number; body: string }> {
  const { method, payload } = request;
  const length: Record<string, string> =
    payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  const headers = { ...request.headers, ...length, ...(cookie === '' ? {} : { cookie }) };
  return new Promise((resolve, reject) => {
    const sent = sendRequest(url + request.url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject).end(payload);
  });
}

/** A customer with something of everything: orders, sessions, alerts. */
async function openCaller(name: 'first' | 'second', customer: Customer, orders: readonly string[]): Promise<Caller> {
  const { client, user } = customer;
  const sessions = need(await client.call(listSessions, {}), 'the sessions').RESULT_LIST.map((row) => row.session_id);
  const alert = need(await client.call(createAlert, { coin: 'BTC', kind: 'above', target: '900000' }), 'an alert');
  const bills = need(await client.call(queryBills, { user_id: user.account_id }), 'the bills').RESULT_LIST.map(
    (row) => row.entry_id,
  );
  const alerts = need(await client.call(queryAlerts, {}), 'the alerts').RESULT_LIST.map((row) => row.alert_id);
  const objects = [...orders, ...sessions, alert.alert_id, ...alerts, ...bills];
  const secrets = [user.account_id, customer.email, user.user_number, user.referral_code, ...objects];
  return {
    name,
    customer,
    secrets: secrets.filter((secret) => !isPublished(secret)),
    objects: [...objects, user.account_id],
    isOver: false,
  };
}

/** The list of a draw names its tickets. */
const isPublished = (id: string): boolean => parseWireId('ticket', id) !== undefined;

/** Verified and with money, plays each call that needs no order yet until one is accepted; what the products refuse at the moment is left out. */
async function orderOfAll(customer: Customer, random: SeededRandom): Promise<string[]> {
  need(await customer.client.call(verifyMe, {}), 'verification');
  need(await customer.client.call(takeTestMoney, { coin: 'USDT', amount: '5000' }), 'test money');
  const player = playProducts({ customer, random });
  const orders = new Set<string>();
  for (const played of playable) {
    for (let tries = 0; tries < triesMax; tries++) {
      const payload = await player.payloadOf(played);
      if (payload === undefined || wireIdsIn(payload).some((id) => orders.has(id))) break;
      const outcome = await customer.client.call(played.call, payload as never);
      if (!outcome.ok) continue;
      player.note(played.name, outcome.data);
      for (const id of wireIdsIn(outcome.data)) orders.add(id);
      break;
    }
  }
  return [...orders];
}

/** Of orders, of all kinds. */
const wireIdsIn = (value: unknown): string[] => leavesOf(value).filter((text) => orderKinds.some(({ kind }) => parseWireId(kind, text) !== undefined)); // oxfmt-ignore
