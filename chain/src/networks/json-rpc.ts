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
  /** Error code of the node, if it sent one. */
  readonly code: number | undefined;
  constructor(method: string, reason: string, code?: unknown) {
    super(`${method}: ${reason}`);
    this.name = 'NodeError';
    this.code = typeof code === 'number' ? code : undefined;
  }
}

/** How a kind of node wants a call to be written, and what its reply means. */
export interface CallForm {
  write(id: number, method: string, params: readonly unknown[]): object;
  /** Returns the result of the call. Throws NodeError for an error of the node, and for a reply that is not one to this call. */
  read(reply: Readonly<Record<string, unknown>>, of: { id: number; method: string }): unknown;
}

export const askNode = (url: string, limits: Partial<NodeLimits> = {}): AskNode => askInForm(url, jsonRpcForm, limits);

/** Asks a node that answers over HTTP in another form than JSON-RPC 2.0. */
export function askInForm(url: string, form: CallForm, limits: Partial<NodeLimits> = {}): AskNode {
  const bounds = { ...defaults, ...limits };
  const place = placeOf(url);
  let asked = 0;
  return async (method, ...params) => {
    const id = ++asked;
    const body = JSON.stringify(form.write(id, method, params));
    const ask = async () => form.read(parseReply(method, await post(place, body, bounds)), { id, method });
    try {
      return await ask();
    } catch (error) {
      if (error instanceof NodeError) throw error;
      return ask();
    }
  };
}

interface Place {
  url: string;
  headers: Record<string, string>;
}

/** Moves user and password from the URL to a header: fetch rejects credentials in URLs, and Bitcoin nodes require them. */
function placeOf(address: string): Place {
  const url = new URL(address);
  const { username, password } = url;
  const headers = { 'content-type': 'application/json' };
  if (username === '' && password === '') return { url: address, headers };
  [url.username, url.password] = ['', ''];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: url.href, headers: { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/** Throws NodeError for replies that are not worth asking for again. */
async function post({ url, headers }: Place, body: string, { timeoutMs, bytesMax }: NodeLimits): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  const { ok, status } = response;
  // Bitcoin nodes answer failed calls with status 404 or 500 and describe the error in the body.
  if (!ok && !/json/.test(response.headers.get('content-type') ?? '')) refuseStatus(status);
  const text = await readText(response, bytesMax);
  if (!ok && !hasError(text)) refuseStatus(status);
  return text;
}

function refuseStatus(status: number): never {
  if (status === 429 || status >= 500) throw new Error(`the node answers ${status}`);
  throw new NodeError('http', `the node answers ${status}`);
}

function hasError(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { error?: { code?: unknown } }).error?.code === 'number';
  } catch {
    return false;
  }
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new NodeError('http', `the reply has more than ${bytesMax} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const jsonRpcForm: CallForm = {
  write: (id, method, params) => ({ jsonrpc: '2.0', id, method, params }),
  read(reply, { id, method }) {
    const { error } = reply;
    if (error !== undefined && error !== null) {
      throw new NodeError(method, JSON.stringify(error).slice(0, 300), (error as { code?: unknown }).code);
    }
    if (reply['id'] !== id || !('result' in reply)) throw new NodeError(method, 'the reply is to something else');
    return reply['result'];
  },
};

function parseReply(method: string, text: string): Record<string, unknown> {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply === 'object' && reply !== null) return reply as Record<string, unknown>;
  } catch {
    // What is no JSON is refused below.
  }
  throw new NodeError(method, 'the reply is no JSON object');
}
