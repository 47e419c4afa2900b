// The last answers of questions that say so (`isStored`) outlive the page, so that it opens with what was known when there is no connection.
// What is shown from here is asked for again at once; the line under the header says when that can't be.
import type { Query } from '@tanstack/react-query';
import { currentUser, useSession } from '../session/session.ts';
import { storedText, storeText } from '../device/stored-text.ts';
import { queryClient } from './use-read.ts';

const storageName = 'candor.last';
const keptMs = 7 * 24 * 60 * 60 * 1000;
const writeAfterMs = 2_000;
const isStored = ({ meta }: Query): boolean => meta?.['isStored'] === true;

type Answer = Pick<Query, 'queryKey' | 'queryType' | 'state'>;

interface Stored {
  /** Whose answers they are; '' for a guest's. */
  owner: string;
  savedAt: number;
  answers: readonly Answer[];
}

const cache = queryClient.getQueryCache();

export function startLastAnswers(): void {
  restore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !isStored(query) || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      save();
    }, writeAfterMs);
  });
  // One person's figures are not left behind for the next.
  useSession.subscribe((now, before) => {
    if (now.user?.account_id !== before.user?.account_id) write(null);
  });
}

const owner = (): string => currentUser()?.account_id ?? '';

function restore(): void {
  try {
    const stored = JSON.parse(storedText(storageName) ?? 'null') as Stored | null;
    if (stored?.owner === owner() && Date.now() - stored.savedAt < keptMs) stored.answers.forEach(restoreOne);
    else if (stored !== null) write(null);
  } catch {
    write(null);
  }
}

const restoreOne = ({ queryKey, queryType, state }: Answer): unknown =>
  cache.build(
    queryClient,
    { queryKey, meta: { isStored: true }, ...(queryType && { _type: queryType }) },
    { ...state, fetchStatus: 'idle' },
  );

function save(): void {
  const known = cache.findAll({ predicate: (query) => query.state.status === 'success' && isStored(query) });
  const answers = known.map(({ queryKey, queryType, state }) => ({ queryKey, queryType, state }));
  write({ owner: owner(), savedAt: Date.now(), answers });
}

const write = (stored: Stored | null): void => storeText(storageName, stored && JSON.stringify(stored));
