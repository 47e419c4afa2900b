// All SQL of the conduct.
import type { ConductWarning, Uuid } from '@candor/wire';
import { amount, boolean, columns, instant, integer, safeInteger, text } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { inSpans, type Span } from '../kit/in-spans.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import { firstMoveAt } from '../ledger/first-move.ts';
import type { Choice, Losses, Profile } from './profile.ts';

const profile = columns({
  jurisdiction: text(),
  version: integer,
  areOptionsOffered: boolean.named('options_offered'),
  leverMax: integer,
  warning: text<ConductWarning>(),
  ageMin: integer,
  areBonusesOffered: boolean.named('bonuses_offered'),
});
const choice = columns({
  number: integer,
  chosenBy: text<Choice['chosenBy']>(),
  askedAt: instant,
  inForceFrom: instant,
});

export const readProfiles = (database: Database): Promise<Profile[]> =>
  select(database, profile, 'select * from conduct_profiles order by made_at, jurisdiction, version');

export const readChoices = (database: Database): Promise<Choice[]> =>
  select(
    database,
    { list: '*', read: (row) => ({ ...choice.read(row), profile: profile.read(row) }) },
    'select * from conduct_choices join conduct_profiles using (jurisdiction, version) order by number',
  );

const databaseClock = columns({ now: instant });

/** One after the other, in all processes; `now` is the database's, which is the one that it checks by. */
export function inTurn<Result>(
  pool: Pool,
  work: (turn: { connection: Database; now: number }) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (connection) => {
    await connection.query(`select pg_advisory_xact_lock(hashtext('conduct_choices'))`);
    const clock = await selectOne(
      connection,
      databaseClock,
      `select date_trunc('milliseconds', clock_timestamp()) as now`,
    );
    return work({ connection, now: clock!.now });
  });
}

export async function insertProfile(connection: Database, made: Profile): Promise<void> {
  await connection.query(
    `insert into conduct_profiles (jurisdiction, version, options_offered, lever_max, warning, age_min, bonuses_offered)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      made.jurisdiction,
      made.version,
      made.areOptionsOffered,
      made.leverMax,
      made.warning,
      made.ageMin,
      made.areBonusesOffered,
    ],
  );
}

export async function insertChoice(connection: Database, made: Choice): Promise<void> {
  const { number, chosenBy, askedAt, inForceFrom } = made;
  await connection.query(
    `insert into conduct_choices (number, jurisdiction, version, chosen_by, asked_at, in_force_from)
     values ($1, $2, $3, $4, $5, $6)`,
    [number, made.profile.jurisdiction, made.profile.version, chosenBy, new Date(askedAt), new Date(inForceFrom)],
  );
}

const chosen = columns({ inForceFrom: instant.as('conduct_choose($1)').orNull });

/** When what this proposal chooses is in force; null where the profile has a newer version than was decided on. */
export const runChoice = async (database: Database, proposalId: Uuid): Promise<number | null> =>
  (await selectOne(database, chosen, `select ${chosen.list}`, [proposalId]))!.inForceFrom;

const losses = columns({ until: instant, accounts: safeInteger, losing: safeInteger });

export const readLosses = (pool: Pool): Promise<Losses | undefined> =>
  selectOne(pool, losses, 'select until, accounts, losing from conduct_losses order by until desc limit 1');

const yearBefore = columns({ from: instant });
const accountNet = columns({ accountId: text(), net: amount });

/** Counts anew from the ledger: of each real account what contracts gained it, less what they lost and cost it. */
export async function countLosses(pool: Pool, until: number, signal?: AbortSignal): Promise<void> {
  const year = await selectOne(pool, yearBefore, `select $1::timestamptz - interval '12 months' as "from"`, [
    new Date(until),
  ]);
  const from = Math.max(year!.from, ((await firstMoveAt(pool)) ?? until) - 1);
  const nets = new Map<string, bigint>();
  const read = (span: Span) =>
    select(
      pool,
      accountNet,
      `select account_id::text as account_id, sum(case when kind = 'contract-profit' then amount else -amount end) as net
       from ledger_moves
       where at > $1 and at <= $2 and book = 'real' and kind in ('contract-profit', 'contract-loss', 'contract-fee')
       group by account_id`,
      [new Date(span.from), new Date(span.to)],
    );
  for await (const rows of inSpans({ from, to: until, read, signal }))
    for (const { accountId, net } of rows) nets.set(accountId, (nets.get(accountId) ?? 0n) + net);
  const losing = nets.values().reduce((count, net) => (net < 0n ? count + 1 : count), 0);
  await pool.query(
    'insert into conduct_losses (until, accounts, losing) values ($1, $2, $3) on conflict (until) do nothing',
    [new Date(until), nets.size, losing],
  );
}
