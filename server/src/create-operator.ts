// npm run operator: makes the first operators, who invite the others in the console, and helps one who has lost everything.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { withDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { idMaker } from './kit/new-id.ts';
import { openPool } from './kit/postgres.ts';
import { loadSecrets } from './kit/secrets.ts';
import { createOperator, renewOperator } from './operators/create-operator.ts';

const usage = `npm run operator -- create anna --role administrator     a link that is good once and for one hour
npm run operator -- renew anna                            one by which anna, who has lost everything, sets all proofs anew
`;

try {
  const config = readConfig();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { role: { type: 'string' } } });
  const [action, name, ...rest] = positionals;
  const { role } = values;
  const isKnown = action === 'create' ? role !== undefined : action === 'renew' && role === undefined;
  if (!isKnown || name === undefined || rest.length > 0) throw new Error(usage);
  const secrets = loadSecrets(config.keyFile, {
    mayCreate: config.mode === 'demo',
    isPrivate: config.mode === 'production',
  });
  const { token, expiresAt } = await withDatabase(config, async (_, ownerUrl) => {
    const pool = openPool(ownerUrl(), 1);
    try {
      const { pepper, codeKey } = secrets;
      const by = `npm run operator (${userInfo().username})`;
      if (role === undefined) return await renewOperator(pool, { name, pepper, codeKey, by });
      return await createOperator(pool, { operatorId: idMaker(systemClock)(), name, role, pepper, codeKey, by });
    } finally {
      await pool.end();
    }
  });
  const { origins, port } = config.console;
  const console = origins[0] ?? `http://${config.host}:${port}`;
  process.stdout.write(`${console}/#/invitation/${token}\nGood once and until ${new Date(expiresAt).toISOString()}.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
