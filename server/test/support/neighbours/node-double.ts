// Test double of an EVM node over HTTP (JSON-RPC). The test's fake node provides the answers.
import { NodeError, type AskNode } from '@candor/chain';
import { openHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

/** Forms of the fault `other-words`: too many requests, an error of the node, a proxy's page, or a number without 0x. */
const wordings = ['busy', 'error', 'page', 'decimal'] as const;

interface Asked {
  id: number;
  method: string;
  params: readonly unknown[];
}

const said = (body: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const read = (body: Buffer | string): Asked => JSON.parse(String(body)) as Asked;

/** Returns the step of a call. Calls of one method are split by their purpose: newest block, final block, header, whole block. */
function stepOf({ method, params: [place, isWhole] }: Asked): string {
  if (method !== 'eth_getBlockByNumber') return method;
  return place === 'latest' ? 'tip' : place === 'finalized' ? 'final' : isWhole === true ? 'block' : 'header';
}

/** `steps` are method names, or `tip`, `final`, `header` and `block`. Other calls are always answered correctly. */
export async function openNodeDouble<Step extends string>(
  ask: AskNode,
  steps: readonly Step[],
): Promise<HttpDouble<Step>> {
  let worded = 0;
  return openHttpDouble<Step>({
    name: 'node',
    steps,
    stepOf: ({ body }) => stepOf(read(body)) as Step,
    async answer({ body }) {
      const { id, method, params } = read(body);
      try {
        return said({ jsonrpc: '2.0', id, result: await ask(method, ...params) });
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return said({ jsonrpc: '2.0', id, error: { code: -32_000, message: error.message } });
      }
    },
    changes: {
      empty: (_answer, { question }) => said({ jsonrpc: '2.0', id: read(question.body).id, result: null }),
      // Like a cache that returns an earlier answer.
      repeated: (_answer, { question, before }) =>
        said({ ...(JSON.parse(String(before.body)) as object), id: read(question.body).id }),
      reordered(answer) {
        const reply = JSON.parse(String(answer.body)) as { result?: unknown };
        return Array.isArray(reply.result) ? said({ ...reply, result: reply.result.toReversed() }) : answer;
      },
      'other-words'(answer, { question }) {
        const { id } = read(question.body);
        const wording = wordings[worded++ % wordings.length]!;
        if (wording === 'busy') return { status: 429, body: 'slow down' };
        if (wording === 'error')
          return said({ jsonrpc: '2.0', id, error: { code: -32_001, message: 'header not found' } });
        if (wording === 'page') return { status: 200, body: '<html>Back soon.</html>' };
        const { result } = JSON.parse(String(answer.body)) as { result?: unknown };
        return said({ jsonrpc: '2.0', id, result: typeof result === 'string' ? result.replace('0x', '') : result });
      },
      withdrawn: (_answer, { question }) =>
        said({ jsonrpc: '2.0', id: read(question.body).id, error: { code: -32_000, message: 'pruned' } }),
    },
  });
}
