// What a tap does: const order = useSend(submitOptionsOrder); const outcome = await order.send({…}).
import type { Action, Endpoint, Failure, Outcome } from '@candor/wire';
import { useCallback, useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import { createIntentKeys, isUncertain, newUuid } from './intent-key.ts';
import type { IntentKeys } from './intent-key.ts';
import { sayRefusal } from './refusal-words.ts';
import { call } from './session.ts';

type Call = Action | Endpoint;
type PayloadOf<One extends Call> = One['payload']['_zod']['input'];
type DataOf<One extends Call> = One['reply']['_zod']['output'];

export interface SendOptions {
  /** Refusals that the screen shows itself, e.g. at a field; all others become a toast. */
  shows?: (failure: Failure) => boolean;
}

export interface Sending<One extends Call> {
  /** Undefined when one is under way already: a second tap does nothing. */
  send(payload: PayloadOf<One>): Promise<Outcome<DataOf<One>> | undefined>;
  isSending: boolean;
}

const triesMax = 3;
const pauseMs = 700;

export function useSend<One extends Call>(one: One, { shows }: SendOptions = {}): Sending<One> {
  const [isSending, setSending] = useState(false);
  const underWay = useRef(false);
  const keys = useRef<IntentKeys>(undefined);
  const latestShows = useRef(shows);
  latestShows.current = shows;

  const send = useCallback(
    async (payload: PayloadOf<One>): Promise<Outcome<DataOf<One>> | undefined> => {
      if (underWay.current) return undefined;
      underWay.current = true;
      setSending(true);
      try {
        const outcome = await sendOnce(one, payload, (keys.current ??= createIntentKeys(newUuid)));
        if (!outcome.ok && !latestShows.current?.(outcome)) toast.error(sayRefusal(outcome));
        return outcome as Outcome<DataOf<One>>;
      } finally {
        underWay.current = false;
        setSending(false);
      }
    },
    [one],
  );
  return { send, isSending };
}

/** A call that moves money is repeated with its own key while its outcome is unknown: it then happens once at most. */
async function sendOnce(one: Call, payload: unknown, keys: IntentKeys): Promise<Outcome<unknown>> {
  const movesMoney = 'path' in one && one.movesMoney === true;
  if (!movesMoney) return call(one, payload as never);
  const idempotencyKey = keys.keyFor(payload);
  let outcome: Outcome<unknown> = await call(one, payload as never, { idempotencyKey });
  for (let tries = 1; tries < triesMax && isUncertain(outcome); tries++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
    outcome = await call(one, payload as never, { idempotencyKey });
  }
  keys.settle(payload, outcome);
  return outcome;
}
