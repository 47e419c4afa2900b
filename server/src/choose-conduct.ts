// npm run conduct: shows what may be offered to customers, now and to come; `choose` and `add` are for who owns the database, while two
// operators choose in the console.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { conductWarnings } from '@candor/wire';
import { withDatabase } from './command-database.ts';
import { addProfile, chooseDefault, chooseProfile } from './conduct/choose-profile.ts';
import { describeConduct } from './conduct/describe-conduct.ts';
import { readConfig } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { openPool, type Pool } from './kit/postgres.ts';

const usage = `npm run conduct                                      what is in force, what is to come, every profile
npm run conduct -- choose eu [--from 2027-01-01T00:00:00Z]
npm run conduct -- add eu --options off --lever 30 --warning losing-accounts --age 18 --bonuses off
`;

const onOrOff = z.enum(['on', 'off']).transform((word) => word === 'on');
const values = z.object({
  options: onOrOff,
  lever: z.coerce.number().int().min(1).max(100),
  warning: z.enum(conductWarnings),
  age: z.coerce.number().int().min(18).max(99),
  bonuses: onOrOff,
});

const config = readConfig();
try {
  process.stdout.write(
    await withDatabase(config, async (url, ownerUrl) => {
      const isReading = process.argv.length === 2;
      const pool = openPool(isReading ? url : ownerUrl(), 1);
      try {
        // What an operator asks for is measured by what the server would have chosen without.
        await chooseDefault(pool, config.mode);
        return await obey(pool);
      } finally {
        await pool.end();
      }
    }),
  );
} catch (error) {
  process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message}\n`);
  process.exitCode = 1;
}

async function obey(pool: Pool): Promise<string> {
  const text = { type: 'string' } as const;
  const given = parseArgs({
    allowPositionals: true,
    options: { from: text, options: text, lever: text, warning: text, age: text, bonuses: text },
  });
  const [action, jurisdiction, ...rest] = given.positionals;
  if (action === undefined) return describeConduct(pool, systemClock.now());
  if (jurisdiction === undefined || rest.length > 0) throw new Error(usage);
  switch (action) {
    case 'choose': {
      const from = given.values.from === undefined ? undefined : Date.parse(given.values.from);
      if (Number.isNaN(from)) throw new Error(`${given.values.from} is no time`);
      await chooseProfile(pool, { jurisdiction, ...(from === undefined ? {} : { from }) });
      return describeConduct(pool, systemClock.now());
    }
    case 'add': {
      const { options, lever, warning, age, bonuses } = values.parse(given.values);
      const profile = { areOptionsOffered: options, leverMax: lever, ageMin: age, areBonusesOffered: bonuses };
      await addProfile(pool, { jurisdiction, warning, ...profile });
      return describeConduct(pool, systemClock.now());
    }
    default:
      throw new Error(usage);
  }
}
