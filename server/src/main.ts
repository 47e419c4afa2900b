// Starts the server: its database, and what its roles say: the engine in this process and the one that takes requests beside it, or
// one of them alone; ends all when told to.
import { join } from 'node:path';
import { superviseEmbeddedPostgres } from '@candor/embedded-postgres';
import { readConfig, type Config } from './config.ts';
import { checkMode, claimDatabase } from './deployment/deployment.ts';
import { log } from './kit/log.ts';
import { labelMetrics } from './kit/metrics.ts';
import { loadSecrets } from './kit/secrets.ts';
import { openBoth, openEngineAlone, openWebAlone } from './open-processes.ts';
import { prepareSchema } from './prepare-schema.ts';
import { superviseWeb } from './supervise-web.ts';

/** A clean end takes no longer than this; then the process goes, and nothing is lost by it. */
const closeMaxMs = 15_000;

const stopped = stopSignal();
await run(readConfig());

async function run(config: Config): Promise<void> {
  log.setLevel(config.logLevel);
  const { mode, keyFile } = config;
  const secrets = loadSecrets(keyFile, { mayCreate: mode === 'demo', isPrivate: mode === 'production' });
  const isWeb = config.roles.some((role) => role !== 'engine');
  const isEngine = config.roles.includes('engine');
  if (config.metrics) labelMetrics(isEngine ? 'engine' : 'web');
  const web = isWeb && isEngine ? superviseWeb() : undefined;
  const dataDirectory = join(config.dataDirectory, 'postgres');
  const postgres = config.databaseUrl ? undefined : await superviseEmbeddedPostgres({ dataDirectory }, log);
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  try {
    await checkMode(databaseUrl, mode);
    await prepareSchema({ url: databaseUrl, embedded: postgres && { ownerUrl: postgres.ownerUrl, dataDirectory } });
    await claimDatabase(databaseUrl, { mode, secrets, keyFile });
    const parts = { config, databaseUrl, secrets };
    const opened = await (web ? openBoth({ ...parts, web }) : isEngine ? openEngineAlone(parts) : openWebAlone(parts));
    const { marketSource, port, consolePort } = opened;
    const market = marketSource === 'simulated' ? 'a simulated market' : `prices from ${marketSource}`;
    const at = (reached: number): string => `http://${config.host}:${reached}`;
    const place = port === undefined ? (isWeb ? 'as a console' : 'as an engine') : `on ${at(port)}`;
    const console = consolePort === undefined ? '' : ` Operators come in on ${at(consolePort)}.`;
    process.stdout.write(`Candor is running ${place} in ${mode} mode with ${market}.${console} Ctrl-C ends it.\n`);
    await stopped;
    process.stdout.write('Candor is closing.\n');
    setTimeout(() => process.exit(1), closeMaxMs).unref();
    await opened.close();
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
