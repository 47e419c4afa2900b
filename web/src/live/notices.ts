// The socket of events: what they bring goes into the cache that screens read, so that nothing asks for what is pushed.
import { connectNotifications, ownRoom } from '@candor/wire';
import type { Notifications, NotifyEvent } from '@candor/wire';
import { currentUser, refreshSession, useSession } from '../session/session.ts';
import { queryClient } from '../data/use-read.ts';
import type { EventRule } from '../data/event-rule.ts';
import type { EventHandlers } from './event-handlers.ts';
import { readMarketStates } from './market-states.ts';
import { createSocketStore } from './socket-store.ts';

export const noticesState = createSocketStore();

const againAfterMs = 2_000;

let socket: Notifications | undefined;
let loadHandlers: () => Promise<EventHandlers>;
/** From the first connection on: they are not loaded with the first page. */
let handlers: Promise<EventHandlers> | undefined;
/** Since when events are for whoever is logged in now, ms from the beginning of the page. */
let listeningSince = 0;

/** Connects as whoever is logged in, and anew when that changes: a connection belongs to the session it was opened with. */
export function startNotices(loadRules: () => Promise<readonly EventRule[]>): void {
  loadHandlers = () =>
    Promise.all([import('./event-handlers.ts'), loadRules()]).then(
      ([{ handleEvents }, rules]) => handleEvents(rules),
      () => new Promise((resolve) => setTimeout(resolve, againAfterMs)).then(loadHandlers),
    );
  connect();
  useSession.subscribe((now, before) => {
    if (now.user?.account_id === before.user?.account_id) return;
    queryClient.clear();
    void handlers?.then((all) => all.forget());
    listeningSince = performance.now();
    connect();
  });
}

function connect(): void {
  socket?.close();
  noticesState.restart();
  let isCurrent = (): boolean => true;
  const opened = connectNotifications({
    baseUrl: location.origin,
    onState(state) {
      // The first state is told before there is anything to compare with.
      if (!isCurrent()) return;
      noticesState.note(state);
      if (state === 'closed') sessionEnded();
    },
    onJoined(room) {
      if (isCurrent() && room === (currentUser() === null ? 'home' : ownRoom)) catchUp();
    },
  });
  socket = opened;
  isCurrent = () => socket === opened;
  opened.join('home', handle);
  // An event of the own room reaches the listeners of all rooms: one is enough.
  if (currentUser() !== null) opened.join(ownRoom, () => undefined);
}

const firstLookMs = 2_000;
let hasBeenOpen = false;

/** What was pushed while there was no connection is read again, now that the last of the rooms has been joined. */
function catchUp(): void {
  void readMarketStates();
  // What a new page shows was read just now: it is looked at again when the page has come up. A guest has nothing that runs,
  // and does without what handles events until there is one.
  const isFirst = !hasBeenOpen;
  hasBeenOpen = true;
  if (isFirst && currentUser() === null) return;
  const look = (): void => {
    // Running orders are noticed from here on.
    void eventHandlers().then((all) => all.catchUp(performance.now() - listeningSince));
  };
  if (isFirst) setTimeout(look, firstLookMs);
  else look();
}

function sessionEnded(): void {
  const told = currentUser()?.account_id;
  refreshSession()
    .then(() => setTimeout(() => currentUser()?.account_id === told && connect(), againAfterMs))
    .catch(() => undefined);
}

const handle = (event: NotifyEvent): void => void eventHandlers().then((all) => all.handle(event));

/** Events keep their order, and wait for as long as the code that handles them does not come: none is lost. */
const eventHandlers = (): Promise<EventHandlers> => (handlers ??= loadHandlers());
