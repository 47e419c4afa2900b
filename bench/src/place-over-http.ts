// The load generator of the HTTP benchmark, a process of its own: raw sockets with prepared requests, so that it leaves as
// much as it can of a small machine to the server. It is told a plan, runs it and answers with what came of it.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { runClosedLoop, type LoadPlan, type LoadResult, type Place } from './closed-loop.ts';
import { drawKind } from './order-mix.ts';
import { prepareRequests, type Product, type RequestPlan } from './prepare-requests.ts';

export interface HttpLoadPlan extends LoadPlan, RequestPlan {}
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

/** More than a small machine's server answers. */
const preparedPerSecond = 20_000;

interface Caller {
  /** Calls back with the reply's body, which must have come with HTTP status 200. A character is a byte. */
  ask(request: string, answered: (body: string) => void): void;
}

async function run(plan: HttpLoadPlan): Promise<HttpLoadResult> {
  const place = await createPlacer(plan);
  let cpu = { start: process.cpuUsage(), startedAt: performance.now(), share: 0 };
  const result = await runClosedLoop({
    ...plan,
    place,
    onMeasure(isMeasured) {
      const { user, system } = process.cpuUsage(cpu.start);
      if (isMeasured) cpu = { ...cpu, start: process.cpuUsage(), startedAt: performance.now() };
      else cpu.share = (user + system) / 1000 / (performance.now() - cpu.startedAt);
    },
  });
  return { ...result, cpuShare: cpu.share };
}

const acceptedStarts: Record<Product, string> = {
  options: '{"status":1,"data":{"option_order_id":"opt_',
  contracts: '{"status":1,"data":{"trade_id":"cfd_',
};
const insufficientStart = '{"status":2,"code":"insufficient-balance"';
/** Of the accepted orders, those that may be repeated. */
const keptShare = 0.05;

/** Callers with a connection each. A wrong answer is thrown, which ends the process. */
async function createPlacer(plan: HttpLoadPlan): Promise<Place> {
  const requests = prepareRequests(plan, (preparedPerSecond * (plan.warmUpMs + plan.measureMs)) / 1000);
  const callers = await Promise.all(Array.from({ length: plan.inFlight }, () => openCaller(plan.port)));
  const lastAccepted: { request: string; body: string }[] = [];
  const acceptedStart = acceptedStarts[plan.product];
  return (place, answered) => {
    const caller = callers[place]!;
    const kind = drawKind();
    const earlier = lastAccepted[place];
    if (kind === 'replay' && earlier) {
      caller.ask(earlier.request, (body) => {
        assert.equal(body, earlier.body, 'a repetition must answer what the first did');
        answered('replayed');
      });
    } else if (kind === 'unaffordable') {
      caller.ask(requests.takeUnaffordable(), (body) => {
        assert.ok(body.startsWith(insufficientStart), `the server answered ${body}`);
        answered('refused');
      });
    } else {
      const request = requests.take();
      caller.ask(request, (body) => {
        assert.ok(body.startsWith(acceptedStart), `the server answered ${body}`);
        if (Math.random() < keptShare) lastAccepted[place] = { request, body };
        answered('accepted');
      });
    }
  };
}

/** Of all callers, as each reads it at once. */
const readBuffer = Buffer.allocUnsafe(16 * 1024);

function openCaller(port: number): Promise<Caller> {
  let received = '';
  let onBody: (body: string) => void;
  const onBytes = (count: number): boolean => {
    received += readBuffer.toString('latin1', 0, count);
    const body = wholeBody(received);
    if (body !== undefined) {
      received = '';
      onBody(body);
    }
    return true;
  };
  return new Promise((resolve, reject) => {
    const onread = { buffer: readBuffer, callback: onBytes };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.once('close', () => assert.fail('the server closed a connection'));
      resolve({
        ask(request, answered) {
          onBody = answered;
          socket.write(request, 'latin1');
        },
      });
    });
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
