// All SQL of the conduct.
import type { ConductWarning } from '@candor/wire';
import type pg from 'pg';
import type { Pool } from '../kit/postgres.ts';
import type { Choice, Losses, Profile } from './profile.ts';

type Queryable = Pool | pg.PoolClient;

export async function readProfiles(pool: Queryable): Promise<Profile[]> {
  const { rows } = await pool.query('select * from conduct_profiles order by made_at, jurisdiction, version');
  return rows.map(profileOf);
}

export async function readChoices(pool: Queryable): Promise<Choice[]> {
  const { rows } = await pool.query(
    'select * from conduct_choices join conduct_profiles using (jurisdiction, version) order by number',
  );
  return rows.map((row) => ({
    number: row.number,
    profile: profileOf(row),
    chosenBy: row.chosen_by,
    askedAt: row.asked_at,
    inForceFrom: row.in_force_from,
  }));
}

const profileOf = (row: {
  jurisdiction: string;
  version: number;
  options_offered: boolean;
  lever_max: number;
  warning: ConductWarning;
  age_min: number;
  bonuses_offered: boolean;
}): Profile => ({
  jurisdiction: row.jurisdiction,
  version: row.version,
  areOptionsOffered: row.options_offered,
  leverMax: row.lever_max,
  warning: row.warning,
  ageMin: row.age_min,
  areBonusesOffered: row.bonuses_offered,
});

/** One after the other, in all processes; `now` is the database's, which is the one that it checks by. */
export async function inTurn<Result>(
  pool: Pool,
  work: (turn: { connection: pg.PoolClient; now: number }) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('lock table conduct_choices, conduct_profiles in share row exclusive mode');
    const { rows } = await connection.query(`select date_trunc('milliseconds', clock_timestamp()) as now`);
    const result = await work({ connection, now: rows[0].now });
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

export async function insertProfile(connection: Queryable, profile: Profile): Promise<void> {
  await connection.query(
    `insert into conduct_profiles (jurisdiction, version, options_offered, lever_max, warning, age_min, bonuses_offered)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      profile.jurisdiction,
      profile.version,
      profile.areOptionsOffered,
      profile.leverMax,
      profile.warning,
      profile.ageMin,
      profile.areBonusesOffered,
    ],
  );
}

export async function insertChoice(connection: Queryable, choice: Choice): Promise<void> {
  const { number, profile, chosenBy, askedAt, inForceFrom } = choice;
  await connection.query(
    `insert into conduct_choices (number, jurisdiction, version, chosen_by, asked_at, in_force_from)
     values ($1, $2, $3, $4, $5, $6)`,
    [number, profile.jurisdiction, profile.version, chosenBy, new Date(askedAt), new Date(inForceFrom)],
  );
}

export async function readLosses(pool: Pool): Promise<Losses | undefined> {
  const { rows } = await pool.query('select until, accounts, losing from conduct_losses order by until desc limit 1');
  return rows[0];
}

/** Counts anew from the ledger: of each real account what contracts gained it, less what they lost and cost it. */
export async function countLosses(pool: Pool, until: number): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    // A year of the journal may take long to read; nobody waits for it.
    await connection.query(`set local statement_timeout = '30min'`);
    await connection.query(
      `insert into conduct_losses (until, accounts, losing)
       select $1, count(*), count(*) filter (where net < 0) from (
         select sum(case when kind = 'contract-profit' then amount else -amount end) as net
         from ledger_moves
         where book = 'real' and kind in ('contract-profit', 'contract-loss', 'contract-fee')
           and at > $1::timestamptz - interval '12 months' and at <= $1
         group by account_id) as each_account
       on conflict (until) do nothing`,
      [new Date(until)],
    );
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}
