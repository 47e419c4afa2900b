// npm run demo [-- --url http://127.0.0.1:3000]: plays the product's main job in the terminal as a client would, with each
// number checked. Ends with 1 if one is wrong. Without a server at the usual address it starts one and stops it afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playMainJob } from './demo/play-main-job.ts';
import { openTerminal } from './demo/terminal.ts';
import { readArguments } from './read-arguments.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { killAll, startServer, stopDatabase, stopServer } from './server-process.ts';

const usualUrl = 'http://127.0.0.1:3000';

const { values } = readArguments('npm run demo [-- --url http://127.0.0.1:3000]', {
  options: { url: { type: 'string' } },
});
const terminal = openTerminal();
let stop = async (): Promise<void> => undefined;
try {
  const url = await findServer();
  await playMainJob(url, terminal);
} catch (error) {
  terminal.wrong(error instanceof Error ? error.message : String(error));
} finally {
  await stop();
}
process.exit(terminal.conclude());

async function findServer(): Promise<string> {
  const url = (values.url ?? usualUrl).replace(/\/+$/, '');
  if (await answers(url)) return url;
  if (values.url !== undefined) throw new Error(`No server answers at ${url}.`);
  return startOwn();
}

async function startOwn(): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-demo-'));
  terminal.say(`No server answers at ${usualUrl}: starting one for this demo, with its data in ${dataDirectory}.`);
  const leave = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const server = await startServer({ dataDirectory, port: await freePort() });
  const axe = (): void => {
    killAll(server, dataDirectory);
    leave();
  };
  process.once('exit', axe);
  stop = async () => {
    process.removeListener('exit', axe);
    await stopServer(server);
    await stopDatabase(dataDirectory);
    leave();
    terminal.say('The server of this demo was stopped and its data removed.');
  };
  return server.url;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
