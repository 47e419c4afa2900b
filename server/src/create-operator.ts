// npm run operator: makes the first operators, who invite the others in the console, helps one who has lost everything, and prints whose
// passkeys approve payments.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { withDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { idMaker } from './kit/new-id.ts';
import { openPool } from './kit/postgres.ts';
import { loadSecrets } from './kit/secrets.ts';
import { readApprovers } from './operators/approvers.ts';
import { createOperator, renewOperator } from './operators/create-operator.ts';

const usage = `npm run operator -- create anna --role administrator     a link that is good once and for one hour
npm run operator -- renew anna                            one by which anna, who has lost everything, sets all proofs anew
npm run operator -- approvers                             passkeys of who approves payments, for the signer's policy.json
npm run operator -- approvers --all                       passkeys of everybody, for npm run audit -- --approvers
`;

try {
  const config = readConfig();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' }, all: { type: 'boolean' } },
  });
  const [action, name, ...rest] = positionals;
  const { role, all: ofAll = false } = values;
  const isOfAll = action === 'approvers' && role === undefined;
  const isOfOne = action === 'create' ? role !== undefined : action === 'renew' && role === undefined;
  if (rest.length > 0 || (ofAll && !isOfAll) || (name === undefined ? !isOfAll : !isOfOne)) throw new Error(usage);
  const secrets = loadSecrets(config.keyFile, {
    mayCreate: config.mode === 'demo',
    isPrivate: config.mode === 'production',
  });
  const { origins, port } = config.console;
  const console = origins[0] ?? `http://${config.host}:${port}`;
  const printed = await withDatabase(config, async (_, ownerUrl) => {
    const pool = openPool(ownerUrl(), 1);
    try {
      if (name === undefined) return `${JSON.stringify(await readApprovers(pool, console, { ofAll }), null, 2)}\n`;
      const { pepper, codeKey } = secrets;
      const by = `npm run operator (${userInfo().username})`;
      const operatorId = idMaker(systemClock)();
      const { token, expiresAt } =
        role === undefined
          ? await renewOperator(pool, { name, pepper, codeKey, by })
          : await createOperator(pool, { operatorId, name, role, pepper, codeKey, by });
      return `${console}/#/invitation/${token}\nGood once and until ${new Date(expiresAt).toISOString()}.\n`;
    } finally {
      await pool.end();
    }
  });
  process.stdout.write(printed);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
