// Who is signed in, as the server says it: nothing about it is kept on the device.
import { createConsoleClient, getOperatorMe, isRetryable, isUndecided, noteOperatorUse, signOutOperator } from '@candor/wire'; // oxfmt-ignore
import type { ConsoleClient, Endpoint, Failure, RefusalCode, SignedInOperator } from '@candor/wire';
import { serverClock } from '@candor/web/device/server-clock.ts';
import { noToasts } from '@candor/web/ui/toast-queue.ts';
import { useToasts } from '@candor/web/ui/toast.ts';
import { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { createPresence } from './presence.ts';
import { giveUpStepUp } from './step-up.ts';

export type ConsoleFailure = Failure<RefusalCode | 'unreachable'>;
/** Structural on purpose: wire's schemas are types only here. */
export type PayloadOf<One extends Endpoint> = One['payload']['_zod']['input'];
export type DataOf<One extends Endpoint> = One['reply']['_zod']['output'];

/** A refusal as an error, since that is how a query fails. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly failure: ConsoleFailure;
  constructor(failure: ConsoleFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

interface Session {
  /** Undefined until the server has said it. */
  me: SignedInOperator | null | undefined;
  /** Why nobody is signed in any more, where it was not the person. */
  isOver: boolean;
}

const client = createConsoleClient({ baseUrl: '', onDate: serverClock.noteLate });
export const useSession = create<Session>(() => ({ me: undefined, isOver: false }));

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && error instanceof RefusedError && isPassing(error.failure.code),
      retryDelay: (count) => Math.min(8_000, 500 * 2 ** count),
      networkMode: 'always',
      // What is shown is what the database says: an answer is old as soon as something is looked at again.
      staleTime: 0,
    },
  },
});

const isPassing = (code: ConsoleFailure['code']): boolean =>
  code === 'unreachable' || isRetryable(code) || isUndecided(code);

/** Of whoever is signed in; only pages behind the sign-in ask. */
export function useMe(): SignedInOperator {
  const me = useSession((session) => session.me);
  if (!me) throw new Error('nobody is signed in');
  return me;
}

export function storeMe(me: SignedInOperator): void {
  presence.hear();
  if (useSession.getState().me?.operator_id !== me.operator_id) queryClient.clear();
  useSession.setState({ me, isOver: false });
}

/** Nothing stays that was shown, nor an act that waited for a second factor: whoever signs in next would show his for it. */
export function clearMe(isOver: boolean): void {
  queryClient.clear();
  useSession.setState({ me: null, isOver });
  giveUpStepUp();
  useToasts.setState(noToasts);
}

/** Makes any call of the console; one that answers "log in first" ends what was signed in here. */
export const call: ConsoleClient['call'] = async (one, payload, options) => {
  const outcome = await client.call(one, payload, options);
  if (outcome.ok) presence.hear();
  else if (outcome.code === 'login-required' && useSession.getState().me) clearMe(true);
  return outcome;
};

const presence = createPresence({ now: () => Date.now(), tell: async () => (await call(noteOperatorUse, {})).ok });

/** Somebody is at the page: their session stays open. */
export function noteUse(): void {
  if (useSession.getState().me) presence.note();
}

const answersWithinMs = 5_000;
let isAsked = false;

/** Also of a server that answers no more. A page that lay hidden has asked nothing: it asks once, as another page may have kept the session. */
export async function endUnheard(): Promise<void> {
  const { me } = useSession.getState();
  if (!me || isAsked || !presence.isUnheard()) return;
  isAsked = true;
  const outcome = await client.call(getOperatorMe, {}, { signal: AbortSignal.timeout(answersWithinMs) });
  isAsked = false;
  if (useSession.getState().me !== me) return;
  if (outcome.ok) storeMe(outcome.data);
  else clearMe(true);
}

/** At the start, and when the page is looked at again. */
export async function refreshMe(): Promise<void> {
  const outcome = await client.call(getOperatorMe, {});
  const { me, isOver } = useSession.getState();
  if (outcome.ok) storeMe(outcome.data);
  else if (outcome.code === 'login-required') clearMe(isOver || Boolean(me));
  else if (me === undefined) clearMe(false);
}

export async function signOut(): Promise<void> {
  await client.call(signOutOperator, {});
  clearMe(false);
}
