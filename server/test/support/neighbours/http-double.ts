// A test double over HTTP: a function from request to answer, and the faults that change the answer.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSwitches, faults, type Fault, type Neighbour } from './neighbour.ts';

export interface Question {
  method: string;
  /** Path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** Changes a good answer. `before` is the answer to the previous request of the same step, or the answer itself for the first request. */
type Change<Step extends string> = (
  answer: Answer,
  context: { step: Step; question: Question; before: Answer },
) => Answer;

export interface HttpDoubleOptions<Step extends string> {
  name: string;
  steps: readonly Step[];
  stepOf: (question: Question) => Step;
  /** Returns the usual answer. Its side effects on the double happen even if a fault changes the answer. */
  answer(question: Question): Answer | Promise<Answer>;
  /** How a fault changes this neighbour's answers. A fault that is not listed has its usual form. */
  changes?: Partial<Record<Exclude<Fault, 'late'>, Change<Step>>>;
  /** Faults that this neighbour can't have at a step. */
  without?: (step: Step) => readonly Fault[];
  /** Called instead of a late answer, to make the client time out if the test controls that. The connection stays open otherwise. */
  onLate?: () => void;
}

export interface HttpDouble<Step extends string = string> extends Neighbour<Step> {
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly asked: { step: Step; fault: Fault | undefined; question: Question }[];
}

const usualChanges: Record<Exclude<Fault, 'late'>, Change<string>> = {
  empty: (answer) => ({ ...answer, body: '' }),
  repeated: (_answer, { before }) => before,
  reordered: (answer) => answer,
  // Only half of the content is sent; see `sendHalf`.
  partial: (answer) => answer,
  'other-words': () => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Back soon.</html>' }),
  withdrawn: () => ({ status: 404, body: 'not found' }),
};

export async function openHttpDouble<Step extends string>(options: HttpDoubleOptions<Step>): Promise<HttpDouble<Step>> {
  const { name, steps, stepOf, changes = {}, without = () => [], onLate } = options;
  const switches = createSwitches<Step>();
  const asked: HttpDouble<Step>['asked'] = [];
  const before = new Map<Step, Answer>();
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const question: Question = { method, path, headers, body: await buffer(request) };
    const step = stepOf(question);
    const fault = switches.take(step);
    asked.push({ step, fault, question });
    const answer = await options.answer(question);
    const context = { step, question, before: before.get(step) ?? answer };
    before.set(step, answer);
    if (fault === 'late') return onLate?.();
    if (fault === undefined) return send(response, answer);
    const changed = (changes[fault] ?? usualChanges[fault])(answer, context);
    if (fault === 'partial' && changes.partial === undefined) sendHalf(response, changed);
    else send(response, changed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    name,
    steps,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faultsAt: (step) => faults.filter((fault) => !without(step).includes(fault)),
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

/** Sends the first half of the content with the Content-Length of the whole, then closes the connection. */
function sendHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body as string);
  if (bytes.length === 0) return void response.destroy();
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
}
