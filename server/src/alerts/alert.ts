// An alert, what it saw, and both as the wire writes them.
import { formatAmount, toInstant, wireId } from '@candor/wire';
import type { AlertEntry, AlertKind, AlertMessage, CoinCode, Uuid, Wad } from '@candor/wire';

export interface Seen {
  sequence: number;
  price: Wad;
  /** Over 24 hours, signed; null unless the alert is about it. */
  change: Wad | null;
  /** Of the tick, ms. */
  at: number;
}

export interface Alert {
  accountId: Uuid;
  alertId: Uuid;
  coin: CoinCode;
  kind: AlertKind;
  /** A price; for `change` a share. */
  target: Wad;
  createdAt: number;
  /** How often it was set: it fires once each time. */
  arming: number;
  /** Ticks after this one count. */
  armedSequence: number;
  fired: Seen | null;
}

/** An alert and the tick that fires it. */
export interface FiredAlert {
  alert: Alert;
  seen: Seen;
}

/** What an alert told its owner. */
export interface Told extends Pick<Alert, 'accountId' | 'alertId' | 'coin' | 'kind' | 'target'> {
  messageId: Uuid;
  seen: Omit<Seen, 'sequence'>;
  isRead: boolean;
}

export const alertEntry = (alert: Alert): AlertEntry => ({
  alert_id: wireId('alert', alert.alertId),
  coin: alert.coin,
  kind: alert.kind,
  target: targetText(alert),
  created_at: toInstant(alert.createdAt),
  fired: alert.fired && seenOnWire(alert.fired),
});

export const messageEntry = (told: Told): AlertMessage => ({
  message_id: wireId('alertMessage', told.messageId),
  alert_id: wireId('alert', told.alertId),
  coin: told.coin,
  kind: told.kind,
  target: targetText(told),
  seen: seenOnWire(told.seen),
  is_read: told.isRead,
});

/** People say percent where the rules have a share. */
export const targetText = ({ kind, target }: Pick<Alert, 'kind' | 'target'>): string =>
  formatAmount(kind === 'change' ? ((target * 100n) as Wad) : target);

const seenOnWire = ({ price, change, at }: Told['seen']) => ({
  price: formatAmount(price),
  change: change === null ? null : formatAmount(change),
  at: toInstant(at),
});
