// What a tap does: const order = useSend(submitOptionsOrder, { changes: [optionOrders] }); const outcome = await order.send({…}).
import { isDoneOnce, newUuid } from '@candor/wire';
import type { Failure, Outcome } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import { serverClock } from '../device/server-clock.ts';
import { call, currentUser } from '../session/session.ts';
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import type { Cached } from './cached-list.ts';
import { startPatience } from './patience.ts';
import { pursue } from './pursue.ts';
import { refetch } from './refetch.ts';
import { sayRefusal } from './say-refusal.ts';
import type { Call, DataOf, PayloadOf } from './use-read.ts';

/** A read whose answers are asked for again, or what takes up the reply. */
export type Change<Reply> = Call | Cached<Reply>;

export interface SendOptions<Reply> {
  /** Refusals that the screen shows itself, e.g. at a field; all others become a toast. */
  shows?: (failure: Failure) => boolean;
  /** What the call changes: read again once with its answer, which is given after the commit. What comes of it later is pushed. */
  changes?: readonly Change<Reply>[];
}

export interface Sending<One extends Call> {
  /**
   * Undefined when one is under way already, as a second tap does nothing, and when it was not waited for. Of several after one tap
   * each takes the time of the tap, read before the first.
   */
  send: (payload: PayloadOf<One>, placedAt?: number) => Promise<Outcome<DataOf<One>> | undefined>;
  isSending: boolean;
}

/** Longer than that nobody waits for how something ended. */
const pursuedMs = 3_600_000;

export function useSend<One extends Call>(
  one: One,
  { shows, changes = [] }: SendOptions<DataOf<One>> = {},
): Sending<One> {
  const underWay = useRef(false);
  const isLeft = useRef(false);
  const [isSending, setIsSending] = useState(false);

  async function send(
    payload: PayloadOf<One>,
    placedAt = serverClock.known(),
  ): Promise<Outcome<DataOf<One>> | undefined> {
    if (underWay.current) return undefined;
    underWay.current = true;
    setIsSending(true);
    const askedAt = performance.now();
    try {
      const outcome = await (isDoneOnce(one) ? sendOnce(payload, { placedAt, askedAt }) : call(one, payload as never));
      if (outcome === undefined) return undefined;
      applyChanges(changes, outcome, askedAt);
      if (!outcome.ok && !shows?.(outcome)) sayRefusal(outcome);
      return outcome;
    } finally {
      underWay.current = false;
      setIsSending(false);
    }
  }

  /** Undefined when nobody waits here any more: then the ending is told wherever the person is by then. */
  async function sendOnce(
    payload: PayloadOf<One>,
    { placedAt, askedAt }: { placedAt: number | undefined; askedAt: number },
  ): Promise<Outcome<DataOf<One>> | undefined> {
    const pursued = pursueCall(one, payload, placedAt);
    const patience = startPatience();
    const outcome = await Promise.race([pursued, patience.givenUp]);
    patience.end();
    if (outcome !== undefined && !(patience.isLong() && isLeft.current)) return outcome;
    void pursued.then((ending) => tellEnding(changes, ending, askedAt));
    return undefined;
  }

  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  return { send, isSending };
}

/** Each try has the key and the time of the tap: the server carries out one of them at most, and none that comes much later. */
function pursueCall<One extends Call>(
  one: One,
  payload: PayloadOf<One>,
  placedAt: number | undefined,
): Promise<Outcome<DataOf<One>>> {
  const how = { idempotencyKey: newUuid(), placedAt };
  const [startedAt, person] = [performance.now(), currentUser()?.account_id];
  return pursue(() => call(one, payload as never, how) as Promise<Outcome<DataOf<One>>>, {
    isOver: () => performance.now() - startedAt > pursuedMs || currentUser()?.account_id !== person,
  });
}

function tellEnding<Reply>(changes: readonly Change<Reply>[], outcome: Outcome<Reply>, askedAt: number): void {
  applyChanges(changes, outcome, askedAt);
  if (outcome.ok) toast.success(currentTexts().t('ui.doneAfterAll'), 6_000);
  else sayRefusal(outcome);
}

/** A refusal may come of what was shown being old, so it has everything read again too. */
export function applyChanges<Reply>(changes: readonly Change<Reply>[], outcome: Outcome<Reply>, askedAt: number): void {
  const isUpdated = (change: Change<Reply>): change is Cached<Reply> => outcome.ok && 'update' in change;
  if (outcome.ok) for (const change of changes.filter(isUpdated)) change.update(outcome.data, askedAt);
  refetch(...changes.filter((change) => !isUpdated(change)).map(callOf));
}

const callOf = <Reply>(change: Change<Reply>): Call => ('update' in change ? change.call : change);
