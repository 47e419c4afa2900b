// npm run keys: makes a key file, shows which ones this database was opened with, and lets one follow another.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { withDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { changeKeys, keyChain } from './deployment/deployment.ts';
import { loadSecrets } from './kit/secrets.ts';

const usage = `npm run keys                                 the key files of this database, by the public key that they sign with
npm run keys -- make <key file>              a new one, for its owner alone
npm run keys -- change --from <key file>     the key file in place follows the one named
`;

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  const [action, file] = positionals;
  if (action === 'make' && file !== undefined && positionals.length === 2) make(resolve(file));
  else if (action === undefined && values.from === undefined) await showing(async () => undefined);
  else if (positionals.join() === 'change' && values.from !== undefined) await change(resolve(values.from));
  else throw new Error(usage);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function make(file: string): void {
  if (existsSync(file)) throw new Error(`There is a file at ${file} already; keys are never written over.`);
  loadSecrets(file, { mayCreate: true, isPrivate: true });
  process.stdout.write(`${file} is made. Keep a copy of it, apart from the backups of the database.\n`);
}

async function change(fromFile: string): Promise<void> {
  await showing(async ({ databaseUrl, keyFile, isPrivate }) => {
    const from = loadSecrets(fromFile, { mayCreate: false, isPrivate });
    await changeKeys(databaseUrl, { from, to: loadSecrets(keyFile, { mayCreate: false, isPrivate }) });
  });
}

interface Place {
  databaseUrl: string;
  keyFile: string;
  isPrivate: boolean;
}

/** Shows the chain once the work is done. */
async function showing(work: (place: Place) => Promise<void>): Promise<void> {
  const config = readConfig();
  await withDatabase(config, async (databaseUrl) => {
    await work({ databaseUrl, keyFile: config.keyFile, isPrivate: config.mode === 'production' });
    for (const { signingKey, since } of await keyChain(databaseUrl)) {
      process.stdout.write(`${new Date(since).toISOString()} ${signingKey}\n`);
    }
  });
}
