// Asks a node of TRON over its HTTP API: a path and a JSON object in, JSON out. Bounds and repetition are those of json-rpc.ts.
import { NodeError, nodeLimits, post, type AskNode, type NodeLimits, type Place } from './json-rpc.ts';

/** The method is a path such as `wallet/getnowblock`, the only parameter the object to send. The password in the URL is the API key. */
export function askHttpNode(url: string, limits: Partial<NodeLimits> = {}): AskNode {
  const bounds = { ...nodeLimits, ...limits };
  const placeOf = placesBelow(url);
  return async (path, sent = {}) => {
    const place = placeOf(path);
    const body = JSON.stringify(sent);
    try {
      return readReply(path, await post(place, body, bounds));
    } catch (error) {
      if (error instanceof NodeError) throw error;
      return readReply(path, await post(place, body, bounds));
    }
  };
}

function placesBelow(address: string): (path: string) => Place {
  const url = new URL(address);
  const key = decodeURIComponent(url.password);
  [url.username, url.password] = ['', ''];
  const headers = { 'content-type': 'application/json', ...(key !== '' && { 'TRON-PRO-API-KEY': key }) };
  const base = url.pathname.replace(/\/+$/, '');
  return (path) => ({ url: `${url.origin}${base}/${path}${url.search}`, headers });
}

/** Nodes answer failed calls with status 200 and an object with the member `Error`. */
function readReply(path: string, text: string): unknown {
  const reply = parseJson(path, text);
  if (typeof reply !== 'object' || reply === null) throw new NodeError(path, 'the reply is no JSON object or list');
  const error = (reply as { Error?: unknown }).Error;
  if (error !== undefined) throw new NodeError(path, JSON.stringify(error).slice(0, 300));
  return reply;
}

function parseJson(path: string, text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw new NodeError(path, 'the reply is no JSON');
  }
}

/** Parses JSON. Whole numbers that a `number` can't hold exactly become a `bigint`: amounts of TRON have up to 64 bits. */
export function parseExactly(text: string): unknown {
  const exactly = (_: string, value: unknown, { source = '' }: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
  return JSON.parse(text, exactly as (key: string, value: unknown) => unknown);
}
