// The socket of events: what it tells goes into the cache that screens read, so that nothing asks for what is pushed.
import {
  connectNotifications,
  findAccountCoinByTransaction,
  getConduct,
  ownRoom,
  queryAlertMessages,
  queryAlerts,
  queryBills,
  queryContractsConfig,
  queryOptionsConfig,
  queryOptionsOrderList,
  queryOrderList,
} from '@candor/wire';
import type { AlertMessage, ContractOrderMessage, Notifications, NotifyEvent, OptionOrderMessage } from '@candor/wire';
import { currentUser, refreshSession, useSession } from '../session.ts';
import { queryClient, readKey } from '../use-read.ts';
import { createLiveStore } from './frame.ts';
import { noteMarketState, readMarketStates } from './market-states.ts';
import type { MarketState } from './market-states.ts';
import { withBalance, withContract, withOrder } from './push-rules.ts';
import type { Balance, ContractQuestion, ListOf, OrderQuestion } from './push-rules.ts';
import type { SocketState } from './socket-state.ts';

export const noticesState = createLiveStore<SocketState>('connecting');

let socket: Notifications | undefined;

/** Connects as whoever is logged in, and anew when that changes: a connection belongs to the session it was opened with. */
export function startNotices(): void {
  connect();
  useSession.subscribe((now, before) => {
    if (now.user?.account_id === before.user?.account_id) return;
    queryClient.clear();
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

/** Whose answers change by what is pushed. */
const pushed = [
  findAccountCoinByTransaction,
  queryOptionsOrderList,
  queryOrderList,
  queryBills,
  queryAlerts,
  queryAlertMessages,
];

/** What was pushed while there was no connection is read again, a moment later so that the room has been joined. */
function catchUp(): void {
  void readMarketStates();
  setTimeout(() => {
    for (const one of pushed) {
      queryClient.invalidateQueries({ queryKey: readKey(one) }).catch(() => undefined);
    }
  }, 300);
}

function sessionEnded(): void {
  const told = currentUser()?.account_id;
  refreshSession()
    .then(() => setTimeout(() => currentUser()?.account_id === told && connect(), 2_000))
    .catch(() => undefined);
}

function hear({ action, notify }: NotifyEvent): void {
  if (action === 'market') {
    const { coin, state } = notify as { coin: string; state: MarketState };
    noteMarketState(coin, state);
  }
  if (action === 'balance') {
    queryClient.setQueriesData<ListOf<Balance>>(
      { queryKey: readKey(findAccountCoinByTransaction) },
      (list) => list && withBalance(list, notify as Balance),
    );
    queryClient.invalidateQueries({ queryKey: readKey(queryBills) }).catch(() => undefined);
  }
  if (action === 'option') hearOrder(notify as OptionOrderMessage);
  if (action === 'alert') void hearAlertLater(notify as AlertMessage);
  if (action === 'conduct') hearConduct();
  if (action === 'contract') hearContract(notify as ContractOrderMessage);
}

/** What few messages need is not loaded with the first page. */
async function hearAlertLater(message: AlertMessage): Promise<void> {
  const { hearAlert } = await import('../alerts.ts');
  hearAlert(message);
}

/** Terms follow from it, so they are read anew with it. */
function hearConduct(): void {
  for (const one of [getConduct, queryContractsConfig, queryOptionsConfig]) {
    queryClient.invalidateQueries({ queryKey: readKey(one) }).catch(() => undefined);
  }
}

function hearOrder(order: OptionOrderMessage): void {
  const known = queryClient.getQueriesData<ListOf<OptionOrderMessage>>({ queryKey: readKey(queryOptionsOrderList) });
  for (const [key, list] of known) {
    if (list) queryClient.setQueryData(key, withOrder(list, order, key[1] as OrderQuestion));
  }
}

function hearContract(order: ContractOrderMessage): void {
  const known = queryClient.getQueriesData<ListOf<ContractOrderMessage>>({ queryKey: readKey(queryOrderList) });
  for (const [key, list] of known) {
    if (list) queryClient.setQueryData(key, withContract(list, order, key[1] as ContractQuestion));
  }
}
