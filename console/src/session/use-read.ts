// What the server knows: const acts = useRead(listActs, { state: 'proposed' }).
import type { Endpoint } from '@candor/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, queryClient, RefusedError } from './session.ts';
import type { DataOf, PayloadOf } from './session.ts';

export interface Reading<Data> {
  data: Data | undefined;
  error: RefusedError | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ReadOptions {
  isEnabled?: boolean;
  /** Asks again this often, ms, while the page is looked at. */
  everyMs?: number;
  /** Keeps what was shown until the answer to a changed question is there. */
  keepsLast?: boolean;
  /** Asked once and again only when somebody wants it so. */
  isStill?: boolean;
}

export function useRead<One extends Endpoint>(
  one: One,
  payload: PayloadOf<One>,
  { isEnabled = true, everyMs, keepsLast = false, isStill = false }: ReadOptions = {},
): Reading<DataOf<One>> {
  return useQuery<DataOf<One>, RefusedError>({
    queryKey: [one.path, payload],
    queryFn: async ({ signal }) => {
      // What a page asks again and again by itself may not count as an act of the person in front of it.
      if (one.method !== 'GET') throw new Error(`${one.path} is no read`);
      const outcome = await call(one, payload as never, { signal });
      if (!outcome.ok) throw new RefusedError(outcome);
      return outcome.data as DataOf<One>;
    },
    enabled: isEnabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(isStill && { staleTime: Infinity, refetchOnReconnect: false }),
    ...(keepsLast && { placeholderData: keepPreviousData }),
  }) as Reading<DataOf<One>>;
}

/** All answers of these calls are asked for again where they are shown; resolves when they are there. */
export const refetch = async (...calls: readonly Endpoint[]): Promise<void> =>
  void (await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))));
