// Asks for answers again that a change may have made old: those that a screen shows at once, the others when they are shown next.
import type { Query } from '@tanstack/react-query';
import { queryClient, readKey } from './use-read.ts';
import type { Call } from './use-read.ts';

/** Many changes at once, as a fill brings them, are read once more after the last of them. */
const apartMs = 1_000;
const waiting = new Map<Call, boolean>();

/** An answer on its way, even the first one, may be from before the change: it is dropped. */
export const refetch = (...calls: readonly Call[]): void =>
  calls.forEach((call) => inTurn(call, () => invalidate(readKey(call))));

export function inTurn(call: Call, read: () => Promise<unknown>): void {
  if (waiting.has(call)) return void waiting.set(call, true);
  waiting.set(call, false);
  setTimeout(() => {
    const isAskedAgain = waiting.get(call) === true;
    waiting.delete(call);
    if (isAskedAgain) inTurn(call, read);
  }, apartMs);
  read().catch(() => undefined);
}

export async function invalidate(
  queryKey: readonly unknown[],
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  // Cancelling takes back what was put into an answer since it was asked for: only first answers are cancelled this way.
  await queryClient.cancelQueries({
    queryKey,
    predicate: (query) => query.state.data === undefined && predicate(query),
  });
  await queryClient.invalidateQueries({ queryKey, predicate });
}
