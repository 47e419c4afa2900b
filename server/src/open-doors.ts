// Where requests arrive: the customers' port, and that of the console, each with its own calls, cookie, origins and pages.
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { callName } from '@candor/wire';
import type { Accounts } from './accounts/create-accounts.ts';
import type { Config } from './config.ts';
import { createHttp, type Http, type HttpOptions } from './http/create-http.ts';
import type { Page } from './http/pages.ts';
import type { BoundCall } from './kit/feature.ts';
import { callsOf, withoutDemo, type CallSection } from './kit/product.ts';
import { inNetworks } from './kit/trusted-proxies.ts';
import type { Operators } from './operators/create-operators.ts';
import { consoleSections, sections } from './products.ts';

export interface Doors {
  /** Of customers; undefined where this process serves none. */
  port: number | undefined;
  consolePort: number | undefined;
  close(): Promise<void>;
}

interface DoorsOptions {
  config: Config;
  accounts: Pick<Accounts, 'sessions'>;
  operators: Pick<Operators, 'sessions' | 'noteLook' | 'countLook' | 'noteRefusedCall'>;
  /** Of both doors. */
  handlers: readonly BoundCall[];
  onUpgrade: HttpOptions['onUpgrade'];
  shared: Omit<HttpOptions, 'sections' | 'handlers' | 'sessions' | 'onUpgrade' | 'allowedOrigins'>;
}

const listenTriesMax = 10;
const listenPauseMs = 200;
/** Chunks of the built pages that a demo alone asks for, and their compressed twins. In the app other chunks called demo-… are parts of its screens. */
export const ofDemo = { console: /^\/assets\/demo-/, customers: /^\/assets\/demo-screen-/ };
const root = join(import.meta.dirname, '../..');

export async function openDoors(options: DoorsOptions): Promise<Doors> {
  const { config } = options;
  checkHandlers(options.handlers);
  const customers = config.roles.includes('web') ? await openCustomers(options) : undefined;
  const console = config.roles.includes('console') ? await openConsole(options) : undefined;
  return {
    port: customers && (await listen(customers, { host: config.host, port: config.port })),
    consolePort: console && (await listen(console, { host: config.host, port: config.console.port })),
    close: async () => void (await Promise.all([customers?.close(), console?.close()])),
  };
}

const openCustomers = ({ config, accounts, handlers, onUpgrade, shared }: DoorsOptions): Promise<Http> =>
  createHttp({
    ...shared,
    sections,
    handlers: handlersOf(sections, handlers),
    sessions: accounts.sessions,
    allowedOrigins: config.allowedOrigins,
    onUpgrade,
    publicDirectory: join(root, 'web/dist'),
    ...(config.mode !== 'demo' && { leftOut: ofDemo.customers }),
  });

function openConsole({ config, operators, handlers, shared }: DoorsOptions): Promise<Http> {
  const offered = config.mode === 'demo' ? consoleSections : withoutDemo(consoleSections);
  const publicDirectory = join(root, 'console/dist');
  const { networks, origins } = config.console;
  return createHttp({
    ...shared,
    door: 'console',
    sections: offered,
    handlers: handlersOf(offered, handlers),
    sessions: operators.sessions,
    noteLook: operators.noteLook,
    countLook: operators.countLook,
    noteRefusedCall: operators.noteRefusedCall,
    allowedOrigins: origins,
    onUpgrade: refuseUpgrade,
    publicDirectory,
    ...(config.mode !== 'demo' && { leftOut: ofDemo.console }),
    pages: existsSync(join(publicDirectory, 'index.html')) ? {} : { '/': plainPage },
    ...(networks && { isAddressAllowed: inNetworks(networks) }),
  });
}

const plainPage: Page = {
  contentType: 'text/plain; charset=utf-8',
  body: () => 'Here operators run the business. The calls are at /docs; the pages of the console are not built yet.\n',
};

/** The console has no sockets. */
const refuseUpgrade = (_request: IncomingMessage, socket: Socket): void =>
  void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');

const handlersOf = (served: readonly CallSection[], handlers: readonly BoundCall[]): BoundCall[] => {
  const calls = new Set(callsOf(served));
  return handlers.filter(({ call }) => calls.has(call));
};

function checkHandlers(handlers: readonly BoundCall[]): void {
  const known = new Set([...callsOf(sections), ...callsOf(consoleSections)]);
  const stray = handlers.filter(({ call }) => !known.has(call)).map(({ call }) => callName(call));
  if (stray.length > 0) throw new Error(`these have handlers but are at no door: ${stray.join(', ')}`);
}

/** A process that was killed may hold its port a moment longer than it lives. */
async function listen(http: Http, address: { host: string; port: number }): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return (await http.listen(address)).port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === listenTriesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, listenPauseMs));
    }
  }
}
