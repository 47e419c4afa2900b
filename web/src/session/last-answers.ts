// The last answers of a few questions outlive the page, so that it opens with what was known when there is no connection.
// What is shown from here is asked for again at once; the line under the header says when that can't be.
import {
  findAccountCoinByTransaction,
  getMarketSummary,
  queryOptionsConfig,
  queryOptionsOrderList,
} from '@candor/wire';
import { dehydrate, hydrate } from '@tanstack/react-query';
import type { DehydratedState } from '@tanstack/react-query';
import { currentUser, useSession } from './session.ts';
import { storedText, storeText } from './stored-text.ts';
import { nameOf, queryClient } from './use-read.ts';

const storageName = 'candor.last';
const keptMs = 7 * 24 * 60 * 60 * 1000;
const writeAfterMs = 2_000;
const kept = new Set(
  [getMarketSummary, findAccountCoinByTransaction, queryOptionsConfig, queryOptionsOrderList].map(nameOf),
);

interface Stored {
  /** Whose answers they are; '' for a guest's. */
  owner: string;
  savedAt: number;
  state: DehydratedState;
}

export function startLastAnswers(): void {
  restore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !kept.has(String(query.queryKey[0])) || timer !== undefined) return;
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
    if (stored?.owner === owner() && Date.now() - stored.savedAt < keptMs) hydrate(queryClient, stored.state);
    else if (stored !== null) write(null);
  } catch {
    write(null);
  }
}

function save(): void {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && kept.has(String(queryKey[0])),
    shouldDehydrateMutation: () => false,
  });
  write({ owner: owner(), savedAt: Date.now(), state });
}

const write = (stored: Stored | null): void => storeText(storageName, stored && JSON.stringify(stored));
