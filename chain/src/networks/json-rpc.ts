// Asks a node over JSON-RPC: no reply may be too long or take too long, and what fails on the way is asked once more. Only for reads, which
// may be asked twice. Errors never name the address of the node, which may hold a key.

/** The result of a call; throws for everything else. */
export type AskNode = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

export interface NodeLimits {
  timeoutMs: number;
  bytesMax: number;
}

/** A full block of Ethereum with its receipts stays below a quarter of it. */
const defaults: NodeLimits = { timeoutMs: 15_000, bytesMax: 64 * 1024 * 1024 };

/** The node's own answer: asking again brings the same. */
export class NodeError extends Error {
  constructor(method: string, reason: string) {
    super(`${method}: ${reason}`);
    this.name = 'NodeError';
  }
}

export function askNode(url: string, limits: Partial<NodeLimits> = {}): AskNode {
  const bounds = { ...defaults, ...limits };
  let asked = 0;
  return async (method, ...params) => {
    const id = ++asked;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    try {
      return resultOf(method, id, await post(url, body, bounds));
    } catch (error) {
      if (error instanceof NodeError) throw error;
      return resultOf(method, id, await post(url, body, bounds));
    }
  };
}

/** Throws NodeError for replies that are not worth asking for again. */
async function post(url: string, body: string, { timeoutMs, bytesMax }: NodeLimits): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  const isLater = response.status === 429 || response.status >= 500;
  if (isLater) throw new Error(`the node answers ${response.status}`);
  if (!response.ok) throw new NodeError('http', `the node answers ${response.status}`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new NodeError('http', `the reply has more than ${bytesMax} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function resultOf(method: string, id: number, text: string): unknown {
  const reply = parseReply(method, text);
  if (reply['error'] !== undefined && reply['error'] !== null) {
    throw new NodeError(method, JSON.stringify(reply['error']).slice(0, 300));
  }
  if (reply['id'] !== id || !('result' in reply)) throw new NodeError(method, 'the reply is to something else');
  return reply['result'];
}

function parseReply(method: string, text: string): Record<string, unknown> {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply === 'object' && reply !== null) return reply as Record<string, unknown>;
  } catch {
    // What is no JSON is refused below.
  }
  throw new NodeError(method, 'the reply is no JSON object');
}
