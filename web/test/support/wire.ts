// The server, as far as a screen sees it: an answer to each call, made up by the test.
import { actionSucceeded } from '@candor/wire';

/** pending: none yet. unreachable: none at all. */
export type Answer = 'pending' | 'unreachable' | { refused: string; facts?: object } | { data: unknown };

/** By the name of an action or the path of an endpoint, and by what an action is asked. */
type AnswerTo = (call: string, question: string) => Answer;

const ownPaths = /^\/(?:api|market|v1|status|dev)\b/;
const passOn = globalThis.fetch;

/** From now on, until it is called again; the list that comes back grows with every call. */
export function answerCalls(answerTo: AnswerTo): string[] {
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!ownPaths.test(path)) return passOn(input, init);
    const sent = init?.body instanceof URLSearchParams ? init.body : undefined;
    const action = sent?.get('ACTION_NAME') ?? null;
    const call = action ?? path.split('?', 1)[0]!;
    asked.push(call);
    return responseOf(answerTo(call, sent?.get('ACTION_INFO') ?? ''), action !== null);
  };
  return asked;
}

function responseOf(answer: Answer, isAction: boolean): Promise<Response> {
  if (answer === 'pending') return new Promise(() => undefined);
  if (answer === 'unreachable') return Promise.reject(new TypeError('no line'));
  if ('refused' in answer) return Promise.resolve(Response.json({ code: answer.refused, facts: answer.facts ?? {}, status: 0 }, { status: 403 })); // oxfmt-ignore
  const body = isAction
    ? { ACTION_RETURN_CODE: actionSucceeded, ACTION_INFO: answer.data }
    : { status: 1, data: answer.data };
  return Promise.resolve(Response.json(body));
}
