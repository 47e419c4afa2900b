// Pushed messages on this device: asked for by a tap alone, and gone when somebody else logs in here.
import { addPushDevice, queryAlertSettings, removePushDevice } from '@candor/wire';
import { create } from 'zustand';
import { languageOf, preferences, setPreferences } from '../device/preferences.ts';
import { call, currentUser, useSession } from '../session/session.ts';

/** unsupported: this browser has no way. blocked: the person said no to the browser. */
export type PushState = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'on';
/** failed: the browser or its push service did not do it. */
export type PushResult = 'done' | 'failed' | 'blocked';

export const usePush = create<{ state: PushState }>(() => ({ state: 'unknown' }));

/** After a login the device comes back to who had asked for it, without asking again; for anyone else it is silent. */
export function startPush(): void {
  useSession.subscribe((now, before) => {
    if (now.user?.account_id !== before.user?.account_id) void settle();
  });
  void settle();
}

export async function turnPushOn(): Promise<PushResult> {
  const registration = await registered();
  if (!registration) return 'failed';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    await look();
    return 'blocked';
  }
  const isOn = await subscribe(registration).catch(() => false);
  const owner = currentUser()?.account_id;
  if (isOn && owner !== undefined) setPreferences({ pushFor: owner });
  await look();
  return isOn ? 'done' : 'failed';
}

/** The person may have been to the browser's settings meanwhile. */
export function lookAgain(): void {
  if (usePush.getState().state !== 'unknown') void look();
}

/** The browser forgets first, so that nothing is shown any more even if the server can't be told. */
export async function turnPushOff(): Promise<void> {
  setPreferences({ pushFor: null });
  const subscription = await subscribed();
  if (subscription) {
    await subscription.unsubscribe().catch(() => false);
    if (currentUser() !== null) await call(removePushDevice, { endpoint: subscription.endpoint });
  }
  await look();
}

/** Brings browser and server together with what was preferred for. */
async function settle(): Promise<void> {
  const owner = currentUser()?.account_id;
  const { pushFor } = preferences();
  const registration = await registered();
  if (registration && pushFor !== null && Notification.permission === 'granted') {
    if (owner === pushFor) await subscribe(registration).catch(() => false);
    else await (await subscribed())?.unsubscribe().catch(() => false);
  }
  await look();
}

async function look(): Promise<void> {
  usePush.setState({ state: await stateNow() });
}

async function stateNow(): Promise<PushState> {
  if (!(await registered())) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const owner = currentUser()?.account_id;
  return owner !== undefined && preferences().pushFor === owner && (await subscribed()) ? 'on' : 'off';
}

/** Undefined where the browser can't, or where the app runs without its service worker. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}

const subscribed = async (): Promise<PushSubscription | undefined> =>
  (await (await registered())?.pushManager.getSubscription().catch(() => null)) ?? undefined;

async function subscribe(registration: ServiceWorkerRegistration): Promise<boolean> {
  const settings = await call(queryAlertSettings, {});
  if (!settings.ok) return false;
  const applicationServerKey = bytesOf(settings.data.push_key);
  const known = await registration.pushManager.getSubscription();
  if (known && !isOfKey(known, applicationServerKey)) await known.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { keys } = subscription.toJSON();
  const added = await call(addPushDevice, {
    endpoint: subscription.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    language: languageOf(preferences()),
  });
  return added.ok;
}

function isOfKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, place) => byte === key[place]);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
