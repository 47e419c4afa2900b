// What the server knows, through TanStack Query's cache: const coins = useRead(listCoins, {}).
import { isRetryable, isUndecided } from '@candor/wire';
import type { Action, CallOptions, Endpoint, Failure, FailureCode, Outcome } from '@candor/wire';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { nextTurn } from '../ui/next-turn.ts';
import { call } from '../session/session.ts';

export type Call = Action | Endpoint;
/** Structural on purpose: wire's schemas are types only here. */
export type PayloadOf<One extends Call> = One['payload']['_zod']['input'];
export type DataOf<One extends Call> = One['reply']['_zod']['output'];

/** A refusal as an error, since that is how a query fails; say it with refusalText. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** An answer as screens know it: what stands in its place until it is there is the part Loaded's to say. */
export interface Reading<Data> {
  data: Data | undefined;
  error: RefusedError | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ReadOptions {
  /** Asks only when true, e.g. with a user. */
  isEnabled?: boolean;
  /** How long an answer counts as new, ms. Pushed data is fresh until the connection was lost. */
  freshMs?: number;
  /** Asks again this often; never for what is pushed. */
  everyMs?: number;
  /** The last answer outlives the page. */
  isStored?: boolean;
}

export const nameOf = (one: Call): string => ('path' in one ? one.path : one.name);
/** Key of one answer in the cache; without a payload, of all answers of the call. */
export const readKey = (one: Call, payload?: unknown): readonly unknown[] =>
  payload === undefined ? [nameOf(one)] : [nameOf(one), payload];

export function useRead<One extends Call>(
  one: One,
  payload: PayloadOf<One>,
  { isEnabled = true, freshMs = 30_000, everyMs, isStored = false }: ReadOptions = {},
): Reading<DataOf<One>> {
  return useQuery<DataOf<One>, RefusedError>({
    queryKey: readKey(one, payload),
    // A page asks for much at once, and sending a request takes a phone milliseconds.
    queryFn: ({ signal }) => nextTurn().then(() => answerOf(one, payload, { signal })),
    enabled: isEnabled,
    staleTime: freshMs,
    meta: { isStored },
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

export async function answerOf<One extends Call>(
  one: One,
  payload: PayloadOf<One>,
  options?: CallOptions,
): Promise<DataOf<One>> {
  const outcome: Outcome<unknown> = await call(one, payload as never, options);
  if (!outcome.ok) throw new RefusedError(outcome);
  return outcome.data as DataOf<One>;
}

/** What may come out differently in a moment; everything else is an answer. */
const isPassing = (code: FailureCode): boolean => code === 'unreachable' || isRetryable(code) || isUndecided(code);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && error instanceof RefusedError && isPassing(error.failure.code),
      retryDelay: (count) => Math.min(8_000, 500 * 2 ** count),
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
  },
});
