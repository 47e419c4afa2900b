// An alert is made, set again and deleted.
import { alertLimits, coinOfCode, parseWireId } from '@candor/wire';
import type { AlertKind, CoinCode, Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market, Tick } from '../market/market.ts';
import type { Alert } from './alert.ts';
import { checkAhead, readTarget } from './rules.ts';
import {
  countAlerts,
  deleteAlertRow,
  findRequest,
  insertAlert,
  lockAlert,
  lockAlerts,
  storeArming,
  toldBefore,
} from './store.ts';
import type { AlertWatch } from './watch-alerts.ts';

export interface SetAlertParts {
  pool: Pool;
  market: Market;
  clock: Clock;
  newId: () => Uuid;
  watch: AlertWatch;
}

/**
 * Refuses with `unknown-coin`, `key-reused`, `alert-limit`, `too-many-requests`, as `readTarget` does for what is no target (`amount-malformed`,
 * `too-many-decimals`, `alert-target`) and as `checkAhead` does for what would fire at once (`alert-reached`, `market-degraded`).
 */
export async function makeAlert(
  { coin: code, kind, target: text }: { coin: string; kind: AlertKind; target: string },
  { session, idempotency: { key, digest } }: Pick<SelfContext, 'session' | 'idempotency'>,
  { pool, market, clock, newId, watch }: SetAlertParts,
): Promise<Alert> {
  const coin = coinOfCode(code) ?? refuse('unknown-coin');
  const target = readTarget({ coin, kind, text });
  const { accountId } = session;
  const made = await inTransaction(pool, async (database) => {
    await lockAlerts(database, accountId);
    const before = await findRequest(database, { accountId, key });
    if (before) return before.digest.equals(digest) ? before.alert : refuse('key-reused');
    const newest = aheadOf({ coin: coin.code, kind, target }, market);
    if ((await countAlerts(database, accountId)) >= alertLimits.alerts)
      refuse('alert-limit', { limit: String(alertLimits.alerts) });
    await restFrom(database, accountId, clock.now());
    const alert: Alert = {
      accountId,
      alertId: newId(),
      coin: coin.code,
      kind,
      target,
      createdAt: clock.now(),
      arming: 1,
      armedSequence: newest.sequence,
      fired: null,
    };
    await insertAlert(database, { alert, key, digest });
    return alert;
  });
  watch.add(made);
  return made;
}

/** Refuses with `not-found`, `too-many-requests`, and as `checkAhead` does: `alert-reached`, `market-degraded`. */
export async function setAgain(
  { accountId, wireId }: { accountId: Uuid; wireId: string },
  { pool, market, clock, watch }: SetAlertParts,
): Promise<Alert> {
  const alertId = parseWireId('alert', wireId) ?? refuse('not-found');
  const set = await inTransaction(pool, async (database) => {
    const alert = (await lockAlert(database, accountId, alertId)) ?? refuse('not-found');
    if (!alert.fired) return alert;
    const newest = aheadOf(alert, market);
    await restFrom(database, accountId, clock.now());
    const armed: Alert = { ...alert, arming: alert.arming + 1, armedSequence: newest.sequence, fired: null };
    await storeArming(database, armed, clock.now());
    return armed;
  });
  watch.add(set);
  return set;
}

/** Refuses with `not-found`. */
export async function dropAlert(
  { accountId, wireId }: { accountId: Uuid; wireId: string },
  { pool, watch }: SetAlertParts,
): Promise<void> {
  const alertId = parseWireId('alert', wireId) ?? refuse('not-found');
  if (!(await deleteAlertRow(pool, accountId, alertId))) refuse('not-found');
  watch.remove(alertId);
}

const dayMs = 24 * 3_600_000;

/** To set an alert costs nothing, and what it tells goes out to ten browsers, before or after what others wait for. */
async function restFrom(database: Database, accountId: Uuid, now: number): Promise<void> {
  const at = await toldBefore(database, accountId, alertLimits.toldPerDay - 1);
  const restMs = at === undefined ? 0 : at + dayMs - now;
  if (restMs > 0) refuse('too-many-requests', { seconds: String(Math.ceil(restMs / 1000)) });
}

/** The tick after which it waits: one that does not fire it. */
function aheadOf(wanted: Pick<Alert, 'kind' | 'target'> & { coin: CoinCode }, market: Market): Tick {
  const newest = market.lastTick(wanted.coin);
  checkAhead(wanted, newest && { price: newest.price, dayOpen: market.dayOpen(wanted.coin) });
  return newest!;
}
