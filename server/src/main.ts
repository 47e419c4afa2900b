// Starts the server: its database, and what its roles say: the engine in this process and the one that takes requests beside it, or
// one of them alone; ends all when told to.
import { join } from 'node:path';
import { livePostmaster, superviseEmbeddedPostgres, type EmbeddedPostgres } from '@candor/embedded-postgres';
import { choosePorts } from './choose-ports.ts';
import { readServerConfig, type Config } from './config.ts';
import { checkConsole, checkMode, claimDatabase } from './deployment/deployment.ts';
import { explainDatabase, explainStart, faultWords, type StartPlace } from './explain-start.ts';
import { log } from './kit/log.ts';
import { labelMetrics } from './kit/metrics.ts';
import { loadSecrets } from './kit/secrets.ts';
import { StartProblem } from './kit/start-problem.ts';
import { openBoth, openEngineAlone, openWebAlone } from './open-processes.ts';
import { prepareSchema } from './prepare-schema.ts';
import { superviseWeb } from './supervise-web.ts';

/** A clean end takes no longer than this; then the process goes, and nothing is lost by it. */
const closeMaxMs = 15_000;

const stopped = stopSignal();
let place: StartPlace | undefined;
try {
  const config = readServerConfig();
  place = config;
  await run(await withFreePorts(config));
} catch (error) {
  process.stderr.write(`${explainStart(error, place) ?? faultWords(error)}\n`);
  process.exit(1);
}

/** Takes the next free ones where none were named, and says so. */
async function withFreePorts(config: Config): Promise<Config> {
  const { host, port, isPortGiven, console, metrics, roles } = config;
  const [hasWeb, hasConsole] = [roles.includes('web'), roles.includes('console')];
  const [first, second] = await choosePorts(host, [
    ...(hasWeb ? [{ setting: 'PORT', port, isGiven: isPortGiven } as const] : []),
    ...(hasConsole ? [{ setting: 'CONSOLE_PORT', port: console.port, isGiven: console.isPortGiven } as const] : []), // oxfmt-ignore
    ...(metrics ? [{ setting: 'METRICS_PORT', ...metrics, isGiven: true } as const] : []),
  ]);
  const taken = hasWeb ? first! : port;
  const consoleTaken = hasConsole ? (hasWeb ? second! : first!) : console.port;
  if (taken !== port) {
    if (!config.databaseUrl && livePostmaster(join(config.dataDirectory, 'postgres')))
      throw new StartProblem(
        `Port ${port} is in use, and so is ${config.dataDirectory}: another Candor runs there. End that one, or set PORT and DATA_DIRECTORY for this one.`,
      );
    process.stdout.write(`Port ${port} is in use by another program, so this takes ${taken}; PORT sets another one.\n`);
  }
  return { ...config, port: taken, console: { ...console, port: consoleTaken } };
}

async function run(config: Config): Promise<void> {
  log.setLevel(config.logLevel);
  const { mode, keyFile } = config;
  const secrets = loadSecrets(keyFile, { mayCreate: mode === 'demo', isPrivate: mode === 'production' });
  const isWeb = config.roles.some((role) => role !== 'engine');
  const isEngine = config.roles.includes('engine');
  if (config.metrics) labelMetrics(isEngine ? 'engine' : 'web');
  const web = isWeb && isEngine ? superviseWeb() : undefined;
  const dataDirectory = join(config.dataDirectory, 'postgres');
  const postgres = config.databaseUrl ? undefined : await startPostgres(dataDirectory);
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  const consoleUrl = config.roles.includes('console') ? (postgres?.consoleUrl ?? config.databaseConsoleUrl) : undefined;
  try {
    await checkMode(databaseUrl, mode);
    await prepareSchema({ url: databaseUrl, embedded: postgres && { ownerUrl: postgres.ownerUrl, dataDirectory } });
    await claimDatabase(databaseUrl, { mode, secrets, keyFile });
    if (consoleUrl !== undefined) await checkConsoleAt(consoleUrl, { secrets, keyFile });
    const parts = { config, databaseUrl, consoleUrl, secrets };
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

/** What it says of an address is of this one. */
async function checkConsoleAt(url: string, claim: Parameters<typeof checkConsole>[1]): Promise<void> {
  try {
    await checkConsole(url, claim);
  } catch (error) {
    const words = explainDatabase(error, { setting: 'DATABASE_CONSOLE_URL', url });
    throw words === undefined ? error : new StartProblem(words, { cause: error });
  }
}

/** What it says of a start that failed is for whoever starts it. */
async function startPostgres(dataDirectory: string): Promise<EmbeddedPostgres> {
  try {
    return await superviseEmbeddedPostgres({ dataDirectory }, log);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? new StartProblem(message, { cause: error }) : error;
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
