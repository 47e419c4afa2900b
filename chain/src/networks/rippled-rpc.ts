// Asks a node of the XRP Ledger (rippled or Clio), whose replies are not those of JSON-RPC 2.0: parameters are one object, errors are inside the
// result of a reply with the status 200, and replies have no id.
import { askInForm, NodeError, type AskNode, type NodeLimits } from './json-rpc.ts';

/** An error that the node itself answers, by its name, such as `lgrNotFound`. */
export class RippledError extends NodeError {
  readonly token: string;
  /** The whole result, as some errors say what they are true of. */
  readonly result: Readonly<Record<string, unknown>>;

  constructor(method: string, token: string, message: string, result: Readonly<Record<string, unknown>> = {}) {
    super(method, `${token} ${message}`.slice(0, 300));
    this.name = 'RippledError';
    this.token = token;
    this.result = result;
  }
}

export const askRippled = (url: string, limits: Partial<NodeLimits> = {}): AskNode =>
  askInForm(url, { write: (_id, method, params) => ({ method, params: params.slice(0, 1) }), read: resultOf }, limits);

function resultOf(reply: Readonly<Record<string, unknown>>, { method }: { method: string }): unknown {
  const { result: said } = reply;
  if (typeof said !== 'object' || said === null) throw new NodeError(method, 'the reply has no result');
  const result = said as Readonly<Record<string, unknown>>;
  const { status, error, error_message: message } = result;
  if (typeof error === 'string')
    throw new RippledError(method, error, typeof message === 'string' ? message : '', result);
  if (status !== 'success') throw new NodeError(method, 'the reply does not say that the call succeeded');
  return result;
}
