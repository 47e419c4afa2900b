// How long pictures are kept after they were last needed: longer takes more from customers than it gives them, so it waits for a day. Each
// picture keeps the time that it was given; a later version is for those that are needed again.
import { columns, integer } from '../kit/columns.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';
import type { Setting } from '../kit/settings.ts';

export const retention: Setting = {
  name: 'retention',
  table: 'retention_terms',
  idColumn: null,
  fields: [{ name: 'pictures_kept_days', form: 'count', favours: 'less', min: '1', max: '36500' }],
};

/** The first version is what the configuration says at the first start; changes nothing where there is one. */
export const beginRetention = async (pool: Pool, days: number): Promise<void> =>
  void (await pool.query('select retention_begin($1)', [days]));

const inForce = columns({ picturesKeptDays: integer });

/** Undefined before the first start is through. */
export const readKeptDays = async (database: Database): Promise<number | undefined> =>
  (
    await selectOne(
      database,
      inForce,
      `select ${inForce.list} from retention_terms join settings_in_force('${retention.name}', clock_timestamp()) as now using (version)`,
    )
  )?.picturesKeptDays;
