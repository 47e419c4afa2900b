// What a tap does: const order = useSend(submitOptionsOrder, { changes: [optionOrders] }); const outcome = await order.send({…}).
import { isDoneOnce, isInDoubt, newUuid } from '@candor/wire';
import type { Failure, Outcome } from '@candor/wire';
import { useRef, useState } from 'react';
import { call } from '../session/session.ts';
import type { Cached } from './cached-list.ts';
import { createIntentKeys } from './intent-key.ts';
import type { IntentKeys } from './intent-key.ts';
import { refetch } from './refetch.ts';
import { sayRefusal } from './say-refusal.ts';
import type { Call, DataOf, PayloadOf } from './use-read.ts';

/** A read whose answers are asked for again, or what takes up the reply. */
export type Change<Reply> = Call | Cached<Reply>;

export interface SendOptions<Reply> {
  /** Refusals that the screen shows itself, e.g. at a field; all others become a toast. */
  shows?: (failure: Failure) => boolean;
  /** What the call changes: true at once after it, and read again two seconds later, besides all that is pushed. */
  changes?: readonly Change<Reply>[];
}

export interface Sending<One extends Call> {
  /** Undefined when one is under way already: a second tap does nothing. */
  send: (payload: PayloadOf<One>) => Promise<Outcome<DataOf<One>> | undefined>;
  isSending: boolean;
}

const triesMax = 3;
const pauseMs = 700;
const refetchAfterMs = 2_000;

export function useSend<One extends Call>(
  one: One,
  { shows, changes = [] }: SendOptions<DataOf<One>> = {},
): Sending<One> {
  const [keys] = useState(() => createIntentKeys(newUuid));
  const underWay = useRef(false);
  const [isSending, setIsSending] = useState(false);

  async function send(payload: PayloadOf<One>): Promise<Outcome<DataOf<One>> | undefined> {
    if (underWay.current) return undefined;
    underWay.current = true;
    setIsSending(true);
    try {
      const outcome = (await sendOnce(one, payload, keys)) as Outcome<DataOf<One>>;
      applyChanges(changes, outcome);
      if (!outcome.ok && !shows?.(outcome)) sayRefusal(outcome);
      return outcome;
    } finally {
      underWay.current = false;
      setIsSending(false);
    }
  }
  return { send, isSending };
}

/** A call that is done once is repeated with its own key while its outcome is unknown. */
async function sendOnce(one: Call, payload: unknown, keys: IntentKeys): Promise<Outcome<unknown>> {
  if (!isDoneOnce(one)) return call(one, payload as never);
  const idempotencyKey = keys.keyFor(payload);
  let outcome: Outcome<unknown> = await call(one, payload as never, { idempotencyKey });
  for (let tries = 1; tries < triesMax && !outcome.ok && isInDoubt(outcome.code); tries++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
    outcome = await call(one, payload as never, { idempotencyKey });
  }
  keys.settle(payload, outcome);
  return outcome;
}

/** A refusal may come of what was shown being old, so it has everything read again too. */
export function applyChanges<Reply>(changes: readonly Change<Reply>[], outcome: Outcome<Reply>): void {
  const isUpdated = (change: Change<Reply>): change is Cached<Reply> => outcome.ok && 'update' in change;
  if (outcome.ok) for (const change of changes.filter(isUpdated)) change.update(outcome.data);
  refetch(...changes.filter((change) => !isUpdated(change)).map(callOf));
  const mayBeDone = outcome.ok || isInDoubt(outcome.code);
  if (mayBeDone && changes.length > 0) setTimeout(() => refetch(...changes.map(callOf)), refetchAfterMs);
}

const callOf = <Reply>(change: Change<Reply>): Call => ('update' in change ? change.call : change);
