// Starts the server with its database, and ends both when told to.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { superviseEmbeddedPostgres } from './kit/embedded-postgres/supervise.ts';
import { log } from './kit/log.ts';
import { migrate } from './kit/migrate.ts';
import { loadSecrets } from './kit/secrets.ts';

/** A clean end takes no longer than this; then the process goes, and nothing is lost by it. */
const closeMaxMs = 15_000;

// V8 takes it from tens of thousands of open orders, read at the start, that all orders live long, and then fills the old
// space of its heap with what each request leaves behind.
setFlagsFromString('--no-allocation-site-pretenuring');
const stopped = stopSignal();
await run(readConfig());

async function run(config: Config): Promise<void> {
  log.setLevel(config.logLevel);
  const secrets = loadSecrets(join(config.dataDirectory, 'secrets.json'), { mayCreate: config.mode === 'demo' });
  const postgres = config.databaseUrl
    ? undefined
    : await superviseEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres') });
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  try {
    await migrate({ url: databaseUrl, directory: join(import.meta.dirname, '../migrations'), log: log.info });
    const app = await openApp({ config, databaseUrl, secrets, clock: systemClock });
    const market = app.marketSource === 'simulated' ? 'a simulated market' : `prices from ${app.marketSource}`;
    const url = `http://${config.host}:${app.port}`;
    process.stdout.write(`Candor is running on ${url} in ${config.mode} mode with ${market}. Ctrl-C ends it.\n`);
    await stopped;
    process.stdout.write('Candor is closing.\n');
    setTimeout(() => process.exit(1), closeMaxMs).unref();
    await app.close();
  } finally {
    await postgres?.stop();
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    // run.mjs holds a channel open; when it is killed, this process ends with it.
    process.once('disconnect', () => resolve());
    process.channel?.unref();
  });
}
