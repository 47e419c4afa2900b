// What a press does: const approve = useSend(approveAct, { changes: [listActs] }); const outcome = await approve.send({…}).
import { toast } from '@candor/web/ui/toast.ts';
import type { Endpoint, Outcome, RefusalCode } from '@candor/wire';
import { useRef, useState } from 'react';
import { refusalText } from '../text/refusal-text.ts';
import { call, useSession } from './session.ts';
import type { ConsoleFailure, DataOf, PayloadOf } from './session.ts';
import { askStepUp } from './step-up.ts';
import { refetch } from './use-read.ts';

type Answer<One extends Endpoint> = Outcome<DataOf<One>, RefusalCode | 'unreachable'>;

export interface Sending<One extends Endpoint> {
  /** Undefined when one is under way already. Resolves when what it changed was read again. */
  send: (payload: PayloadOf<One>) => Promise<Answer<One> | undefined>;
  isSending: boolean;
}

/** `shows`: refusals that the screen says itself; all others become a toast. */
export function useSend<One extends Endpoint>(
  one: One,
  { changes = [], shows }: { changes?: readonly Endpoint[]; shows?: (failure: ConsoleFailure) => boolean } = {},
): Sending<One> {
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);

  async function attempt(payload: PayloadOf<One>): Promise<Answer<One>> {
    const outcome = (await call(one, payload as never)) as Answer<One>;
    if (outcome.ok || outcome.code !== 'step-up-required' || !(await askStepUp())) return outcome;
    return (await call(one, payload as never)) as Answer<One>;
  }

  async function send(payload: PayloadOf<One>): Promise<Answer<One> | undefined> {
    if (underWay.current) return undefined;
    underWay.current = true;
    setSending(true);
    const sender = whoIsIn();
    try {
      const outcome = await attempt(payload);
      // What became of it is nothing to whoever signs in next.
      const isOver = sender !== undefined && whoIsIn() !== sender;
      if (!outcome.ok && !isOver && !shows?.(outcome)) toast.error(refusalText(outcome));
      await refetch(...changes);
      return outcome;
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }
  return { send, isSending };
}

const whoIsIn = (): string | undefined => useSession.getState().me?.operator_id;
