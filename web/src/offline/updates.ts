// The service worker as the page sees it: registered when the page has come up, and asked for a new version now and then.
import { create } from 'zustand';
import { trustedScriptUrl } from '../device/trusted-script-url.ts';

const checkEveryMs = 60 * 60 * 1000;

/** Whether a newer version of the app waits to be taken into use. */
export const useUpdate = create<{ isReady: boolean }>(() => ({ isReady: false }));

let registration: ServiceWorkerRegistration | undefined;
let isTaking = false;

/** Without service workers, or where they are forbidden, the app works as a page does. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  try {
    registration = await serviceWorker.register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' });
  } catch {
    return;
  }
  noteWaiting();
  void serviceWorker.ready.then(({ active }) => active && handOver(active));
  registration?.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', noteWaiting);
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: string } | null>) => {
    if (typeof data?.open === 'string') location.hash = data.open;
  });
  serviceWorker.addEventListener('controllerchange', () => isTaking && location.reload());
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < checkEveryMs) return;
    checkedAt = performance.now();
    registration?.update().catch(() => undefined);
  });
}

/** Files that came past the worker: before it was in charge, or on their way just then. */
function handOver(worker: ServiceWorker): void {
  new PerformanceObserver((list) => {
    const passed = (list.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0);
    const own = passed.map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin);
    const files = own.map(({ pathname }) => pathname).filter((path) => path.startsWith('/assets/'));
    if (files.length > 0) worker.postMessage({ keep: files }, []);
  }).observe({ type: 'resource', buffered: true });
}

/** Loads the page again with the version that waits. */
export function takeUpdate(): void {
  isTaking = true;
  registration?.waiting?.postMessage('take-over');
}

/** The first version ever is no news. A browser that blocks workers may register them without handing one out. */
function noteWaiting(): void {
  const isWaiting = registration?.waiting instanceof ServiceWorker;
  useUpdate.setState({ isReady: isWaiting && navigator.serviceWorker.controller !== null });
}
