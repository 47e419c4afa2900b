// Keeps the app's own files, so that it opens without a connection and at once with one. One version at a time: the files of a
// new one are fetched beside the old ones and taken into use when the person says so. Answers of the server are never kept here.

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushing extends Waiting {
  data: { json(): unknown } | null;
}
interface Pressing extends Waiting {
  notification: { data: unknown; close(): void };
}
interface Page {
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}
interface Scope {
  addEventListener(name: 'push', listener: (event: Pushing) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: Pressing) => void): void;
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: Record<string, unknown>): Promise<void> };
}
/** What the server pushes, in words of the person's language. */
interface Pushed {
  title: string;
  body: string;
  /** Of the app. */
  path: string;
  /** The same for a message that comes twice. */
  tag: string;
  at: number;
  language: string;
}
/** Written in by the build: a digest of all files, and those that every visit needs. */
declare const builtVersion: string;
declare const builtFiles: readonly string[];

const scope = globalThis as unknown as Scope;
const prefix = 'candor-files-';
const cacheName = prefix + builtVersion;

scope.addEventListener('install', (event) => event.waitUntil(fetchAll()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('message', ({ data }: MessageEvent<'take-over' | { keep: string[] }>) => {
  if (data === 'take-over') void scope.skipWaiting();
  else void keep(data.keep);
});
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Pushed | undefined)));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/' || pathname === '/index.html') event.respondWith(answer('/', request));
  } else if (builtFiles.includes(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(answer(pathname, request));
  }
});

/** Past the browser's own cache, which may still hold the page of the version before. */
async function fetchAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(builtFiles.map((path) => new Request(path, { cache: 'no-cache' })));
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

/** What the first visit fetched before there was anyone to keep it. */
async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of paths) if (path.startsWith('/assets/') && !(await cache.match(path))) await cache.add(path);
}

/** A file that the build did not list, a language's texts, is kept when it is first used. */
async function answer(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(path);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && path.startsWith('/assets/')) await cache.put(path, fresh.clone());
  return fresh;
}

/** A browser that was woken up has to show something. */
async function show(pushed: Pushed | undefined): Promise<void> {
  if (!pushed) return scope.registration.showNotification('Candor', { data: '/alerts', icon: '/icon-192.png' });
  const { title, body, path, tag, at, language } = pushed;
  await scope.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    dir: 'auto',
    timestamp: at,
    icon: '/icon-192.png',
    data: path,
  });
}

/** In the window that is open, else in a new one; only ever a place of this app. */
async function open(path: string): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return void (await scope.clients.openWindow(`/#${path}`));
  page.postMessage({ open: path }, []);
  await page.focus();
}
