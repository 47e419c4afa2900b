// What clients say on /ws and what they are told, as text. Ids and numbers come back with the very digits they were sent in.
import { candleRange } from '@candor/wire';

/** A JSON number in its source text; JSON.stringify writes it unchanged. */
interface RawNumber {
  readonly rawJSON: string;
}
interface SourceJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
const sourceJson = JSON as unknown as SourceJson;

/** Of any JSON type but a list or an object; undefined when there was none. */
export type MessageId = string | boolean | null | RawNumber | undefined;

export type MarketMessage =
  | { kind: 'sub'; topic: string; id: MessageId }
  | { kind: 'unsub'; topic: string; id: MessageId }
  | { kind: 'req'; topic: string; id: MessageId; from?: number; to?: number }
  | { kind: 'ping'; value: RawNumber }
  | { kind: 'pong'; value: number }
  | { kind: 'wrong'; error: string; id: MessageId };

export function readMarketMessage(text: string): MarketMessage {
  const fields = readFields(text);
  if (!fields) return { kind: 'wrong', error: 'not json string', id: undefined };
  const { id, ping, pong } = fields;
  if (pong !== undefined) {
    // An answer to no ping of ours has no effect; -1 was never sent.
    return { kind: 'pong', value: isWholeNumber(pong) ? parseInt(pong.rawJSON, 10) : -1 };
  }
  if (ping !== undefined) {
    return isWholeNumber(ping)
      ? { kind: 'ping', value: ping }
      : { kind: 'wrong', error: 'invalid ping', id: undefined };
  }
  if (!isMessageId(id)) return { kind: 'wrong', error: 'invalid id', id: undefined };
  for (const kind of ['sub', 'unsub', 'req'] as const) {
    const topic = fields[kind];
    if (topic === undefined) continue;
    if (typeof topic !== 'string') break;
    return kind === 'req' ? readRequest(topic, id, fields) : { kind, topic, id };
  }
  return { kind: 'wrong', error: 'invalid topic', id };
}

function readRequest(topic: string, id: MessageId, fields: Record<string, unknown>): MarketMessage {
  const message: MarketMessage = { kind: 'req', topic, id };
  for (const end of ['from', 'to'] as const) {
    const value = fields[end];
    if (value === undefined) continue;
    const seconds = isWholeNumber(value) ? parseInt(value.rawJSON, 10) : -1;
    if (seconds < candleRange.first || seconds > candleRange.last)
      return { kind: 'wrong', error: `invalid ${end}`, id };
    message[end] = seconds;
  }
  return message;
}

/** The fields of a JSON object, without a prototype whose names could pass for fields. */
function readFields(text: string): Record<string, unknown> | undefined {
  try {
    const value = sourceJson.parse(text, (_key, item, context) =>
      typeof item === 'number' ? sourceJson.rawJSON(context.source) : item,
    );
    const isObject =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !sourceJson.isRawJSON(value);
    return isObject ? Object.assign(Object.create(null), value) : undefined;
  } catch {
    return undefined;
  }
}

const isWholeNumber = (value: unknown): value is RawNumber =>
  sourceJson.isRawJSON(value) && /^-?\d+$/.test(value.rawJSON);

const isMessageId = (value: unknown): value is MessageId =>
  value === null || typeof value !== 'object' || sourceJson.isRawJSON(value);

const idField = (id: MessageId): { id?: MessageId } => (id === undefined ? {} : { id });

export const pingText = (now: number): string => `{"ping":${now}}`;
export const pongText = (value: RawNumber): string => JSON.stringify({ pong: value });
export const subbedText = (topic: string, id: MessageId, now: number): string =>
  JSON.stringify({ ...idField(id), status: 'ok', subbed: topic, ts: now });
export const unsubbedText = (topic: string, id: MessageId, now: number): string =>
  JSON.stringify({ ...idField(id), status: 'ok', unsubbed: topic, ts: now });
export const errorText = (error: string, id: MessageId, now: number): string =>
  JSON.stringify({ ts: now, status: 'error', 'err-code': 'bad-request', 'err-msg': error, ...idField(id) });

/** `tick` is JSON text and stays as it is. */
export const pushText = (topic: string, tick: string, now: number): string => pushHead(topic, now) + pushEnd(tick);
export const pushHead = (topic: string, now: number): string => `{"ch":${JSON.stringify(topic)},"ts":${now},`;
export const pushEnd = (tick: string): string => `"tick":${tick}}`;

/** What stands in front of the answer to a request, which is `data` and the end of the object. */
export function replyHead(options: { topic: string; id: MessageId; now: number }): string {
  const head = JSON.stringify({ ...idField(options.id), rep: options.topic, status: 'ok', ts: options.now });
  return `${head.slice(0, -1)},`;
}
/** `data` is JSON text and stays as it is. */
export const replyEnd = (data: string): string => `"data":${data}}`;
