// What becomes of what the server pushes: the answers that were read before change, or are read anew.
import {
  findAccountCoinByTransaction,
  getConduct,
  getCorrections,
  queryAlertMessages,
  queryAlerts,
  queryBills,
  queryContractsConfig,
  queryOptionsConfig,
  queryOptionsOrderList,
  queryOrderList,
} from '@candor/wire';
import type {
  AlertMessage,
  CandleCorrection,
  ContractOrderMessage,
  NotifyEvent,
  OptionOrderMessage,
} from '@candor/wire';
import { hearAlert, hearMissedAlerts } from '../alerts.ts';
import { queryClient, readKey } from '../use-read.ts';
import { withBalance, withContract, withCorrection, withOrder } from './push-rules.ts';
import type { Balance, ContractQuestion, ListOf, OrderQuestion } from './push-rules.ts';

type Readable = Parameters<typeof readKey>[0];

/** Terms follow from the conduct profile, so they are read anew with it. */
const terms: readonly Readable[] = [getConduct, queryContractsConfig, queryOptionsConfig];
/** Whose answers change by what is pushed. */
const pushed: readonly Readable[] = [
  findAccountCoinByTransaction,
  queryOptionsOrderList,
  queryOrderList,
  queryBills,
  queryAlerts,
  queryAlertMessages,
  getCorrections,
  ...terms,
];

/** After a time in which pushes may have been missed. This page has been listening for whoever is logged in for so long. */
export function readAnew(listenedMs: number): void {
  pushed.forEach(readAgain);
  hearMissedAlerts(listenedMs).catch(() => undefined);
}

export function hearPush({ action, notify }: NotifyEvent): void {
  if (action === 'balance') hearBalance(notify as Balance);
  if (action === 'option') hearOrder(notify as OptionOrderMessage);
  if (action === 'contract') hearContract(notify as ContractOrderMessage);
  if (action === 'alert') hearAlert(notify as AlertMessage);
  if (action === 'conduct') terms.forEach(readAgain);
  if (action === 'layer') hearCorrection(notify as CandleCorrection);
}

function readAgain(call: Readable): void {
  queryClient.invalidateQueries({ queryKey: readKey(call) }).catch(() => undefined);
}

function hearBalance(balance: Balance): void {
  queryClient.setQueriesData<ListOf<Balance>>(
    { queryKey: readKey(findAccountCoinByTransaction) },
    (list) => list && withBalance(list, balance),
  );
  readAgain(queryBills);
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

function hearCorrection(correction: CandleCorrection): void {
  const known = queryClient.getQueriesData<readonly CandleCorrection[]>({ queryKey: readKey(getCorrections) });
  for (const [key, list] of known) {
    if (!list) continue;
    const next = withCorrection(list, correction, (key[1] as { coin?: string }).coin);
    if (next) queryClient.setQueryData(key, next);
    else queryClient.invalidateQueries({ queryKey: key }).catch(() => undefined);
  }
}
