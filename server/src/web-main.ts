// Runs the process that takes requests. main.ts starts it, tells it where the database is, and ends it; it never outlives that one.
import { readServerConfig } from './config.ts';
import { createLink } from './kit/link.ts';
import { log } from './kit/log.ts';
import { labelMetrics } from './kit/metrics.ts';
import { attachProcess } from './kit/process-link.ts';
import { loadSecrets } from './kit/secrets.ts';
import { openWebWith } from './open-processes.ts';
import type { Web } from './web.ts';
import type { WebOpening } from './web-opening.ts';

// A terminal sends its signals to all processes; the one that started this says when it is this one's turn.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const config = readServerConfig();
log.setLevel(config.logLevel);
if (config.metrics) labelMetrics('web');
const parent = createLink();
// Where orders are told over Redis, nobody else answers this.
parent.onAsk('intake.alive', () => true);
let web: Web | undefined;
parent.onAsk('web.open', async ({ databaseUrl, consoleUrl, marketSource, port, consolePort }: WebOpening) => {
  const secrets = loadSecrets(config.keyFile, { mayCreate: false, isPrivate: config.mode === 'production' });
  const own = { ...config, port, console: { ...config.console, port: consolePort } };
  web = await openWebWith({ config: own, databaseUrl, consoleUrl, secrets, marketSource, parent });
  return { port: web.port, consolePort: web.consolePort };
});
parent.onAsk('web.close', async () => {
  await web?.close();
  return true as const;
});
process.once('disconnect', () => process.exit());
attachProcess(parent, process);
