// The socket of events: what it tells goes into the cache that screens read, so that nothing asks for what is pushed.
import { connectNotifications, ownRoom } from '@candor/wire';
import type { Notifications, NotifyEvent } from '@candor/wire';
import { currentUser, refreshSession, useSession } from '../session.ts';
import { queryClient } from '../use-read.ts';
import { createLiveStore } from './frame.ts';
import { noteMarketState, readMarketStates } from './market-states.ts';
import type { MarketState } from './market-states.ts';
import type { SocketState } from './socket-state.ts';

export const noticesState = createLiveStore<SocketState>('connecting');

let socket: Notifications | undefined;
/** Since when pushes are for whoever is logged in now, ms from the beginning of the page. */
let listeningSince = 0;

/** Connects as whoever is logged in, and anew when that changes: a connection belongs to the session it was opened with. */
export function startNotices(): void {
  connect();
  useSession.subscribe((now, before) => {
    if (now.user?.account_id === before.user?.account_id) return;
    queryClient.clear();
    listeningSince = performance.now();
    connect();
  });
}

function connect(): void {
  socket?.close();
  let isCurrent = (): boolean => true;
  const opened = connectNotifications({
    baseUrl: location.origin,
    onState(state) {
      // The first state is told before there is anything to compare with.
      if (!isCurrent()) return;
      noticesState.set(state);
      if (state === 'open') catchUp();
      if (state === 'closed') sessionEnded();
    },
  });
  socket = opened;
  isCurrent = () => socket === opened;
  opened.join('home', hear);
  // An event of the own room is told to the listeners of all rooms: one is enough.
  if (currentUser() !== null) opened.join(ownRoom, () => undefined);
}

let hasBeenOpen = false;

/** What was pushed while there was no connection is read again, a moment later so that the room has been joined. */
function catchUp(): void {
  void readMarketStates();
  // What a new page shows was read just now: it is looked at again when the page has come up.
  const afterMs = hasBeenOpen ? 300 : 2_000;
  hasBeenOpen = true;
  setTimeout(() => void pushes().then(({ readAnew }) => readAnew(performance.now() - listeningSince)), afterMs);
}

function sessionEnded(): void {
  const told = currentUser()?.account_id;
  refreshSession()
    .then(() => setTimeout(() => currentUser()?.account_id === told && connect(), 2_000))
    .catch(() => undefined);
}

function hear(event: NotifyEvent): void {
  if (event.action === 'market') {
    const { coin, state } = event.notify as { coin: string; state: MarketState };
    noteMarketState(coin, state);
  } else {
    void pushes().then(({ hearPush }) => hearPush(event));
  }
}

/** What becomes of pushes is not loaded with the first page; they keep their order. */
const pushes = () => import('./hear-pushes.ts');
