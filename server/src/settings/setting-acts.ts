// A change of terms as an act: what it is decided on says which way each part of it goes, and when it would be in force.
import { changeSetting, formatAmount, toInstant, type SettingValue } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { Setting } from '../kit/settings.ts';
import { changesBetween, findMalformed, inForceAt, type SettingChange } from './rules.ts';
import { databaseNow, readVersions, readVersionsOf, runChange, type StoredVersion } from './store.ts';
import { findSureGains, widened } from './sure-gains.ts';

export const settingActs = (settings: readonly Setting[]): BoundAct[] => [
  bindAct(changeSetting, {
    facts: (body, pool) => factsOf(settings, body, pool),
    async carryOut({ proposalId }, database) {
      try {
        return { in_force_from: toInstant(await runChange(database, proposalId)) };
      } catch (error) {
        throw refusalOf(error) ?? error;
      }
    },
  }),
];

interface Asked {
  name: string;
  id: string;
  version: number;
  values: Readonly<Record<string, SettingValue>>;
}

async function factsOf(settings: readonly Setting[], { name, id, version, values }: Asked, pool: Pool) {
  const setting = settings.find((each) => each.name === name) ?? refuse('setting-unknown');
  if (setting.idColumn === null && id !== 'all') refuse('setting-unknown');
  const field = findMalformed(setting.fields, values);
  if (field !== undefined) refuse('setting-malformed', { field });
  const versions = await readVersionsOf(pool, { name, id });
  const newest = versions.at(-1);
  if (version !== (newest?.version ?? 0) + 1) refuse('setting-changed');
  if (newest) checkChange(setting, newest.body, values);
  const now = await databaseNow(pool);
  const present = inForceAt(versions, now);
  const gains = gainsOf({ settings, stored: await readVersions(pool), now }, { name, id, values });
  if (!present)
    return { is_new: true, in_force: 'at-once', against_customers: [], before: {}, after: values, ...gains };
  const changes = changesBetween(setting.fields, present.body, values);
  const against = changes.filter(({ favoursCustomers }) => !favoursCustomers).map(({ field: changed }) => changed);
  return {
    is_new: false,
    in_force: against.length === 0 ? 'at-once' : 'after-24-hours',
    against_customers: against,
    before: valuesOf(changes, 'before'),
    after: valuesOf(changes, 'after'),
    ...gains,
  };
}

/**
 * Pairs of terms that pay a customer for certain and that the change makes or widens, each with what it pays for 1,000 USDT: of a loan in
 * a year. A version that is still to come counts beside the one in force.
 */
function gainsOf(
  { settings, stored, now }: { settings: readonly Setting[]; stored: readonly StoredVersion[]; now: number },
  changed: Pick<Asked, 'name' | 'id' | 'values'>,
) {
  const waysOf = ({ name, id, values }: Pick<Asked, 'name' | 'id' | 'values'>) =>
    settings.find((each) => each.name === name)?.ways?.(id, values) ?? [];
  const groups = [...Map.groupBy(stored, ({ name, id }) => `${name} ${id}`).values()];
  const present = groups.flatMap((versions) => {
    const valid = new Set([inForceAt(versions, now), versions.at(-1)]);
    return [...valid].flatMap((each) => (each ? waysOf({ ...each, values: each.body }) : []));
  });
  const gains = widened(findSureGains(present), findSureGains([...present, ...waysOf(changed)]));
  const sums = (isClosed: boolean) =>
    Object.fromEntries(gains.filter((each) => each.isClosed === isClosed).map((each) => [each.pair, formatAmount(each.perThousand)])); // oxfmt-ignore
  return {
    ...(gains.some((each) => !each.isClosed) && { sure_gains: sums(false) }),
    ...(gains.some((each) => each.isClosed) && { sure_gains_closed: sums(true) }),
  };
}

const valuesOf = (changes: readonly SettingChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.field, change[side]]));

/** Something is to change, and nothing that is fixed. */
function checkChange({ fields }: Setting, newest: Asked['values'], values: Asked['values']): void {
  const changes = changesBetween(fields, newest, values);
  if (changes.length === 0) refuse('nothing-to-change');
  const fixed = changes.find(({ field }) => fields.some(({ name, favours }) => name === field && favours === 'fixed'));
  if (fixed) refuse('setting-malformed', { field: fixed.field });
}

/** What the database would not take: its bounds go across fields, and another version may have come first. */
function refusalOf(error: unknown): Refusal | undefined {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code === '23514') return new Refusal('setting-malformed', { field: constraint });
  return code === '23505' || code === '40001' ? new Refusal('setting-changed') : undefined;
}
