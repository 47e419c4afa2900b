// A change of terms as an act: what it is decided on says which way each part of it goes, and when it would be in force.
import { changeSetting, formatAmount, multiplyUp, one, toInstant, type SettingValue, type Wad } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { Setting } from '../kit/settings.ts';
import { changesBetween, findMalformed, inForceAt, type SettingChange } from './rules.ts';
import { databaseNow, readVersions, readVersionsOf, runChange, type StoredVersion } from './store.ts';
import { findSureGains, widened, type SureGain } from './sure-gains.ts';
import { waysInForce, waysOfTerms } from './ways-in-force.ts';

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
 * Pairs of terms that pay a customer for certain and that the change makes or widens: what each pays for 1,000 USDT, of a loan in a year,
 * and at most to one account. A version that is still to come is compared beside the one in force.
 */
function gainsOf(
  { settings, stored, now }: { settings: readonly Setting[]; stored: readonly StoredVersion[]; now: number },
  changed: Pick<Asked, 'name' | 'id' | 'values'>,
) {
  const present = waysInForce(settings, stored, now);
  const gains = widened(findSureGains(present), findSureGains([...present, ...waysOfTerms(settings, changed)]));
  const sums = (name: string, closedBy: SureGain['closedBy']) => {
    const found = gains.filter((each) => each.closedBy === closedBy);
    return found.length > 0 && { [name]: sumsOf(found, ({ perThousand }) => perThousand) };
  };
  const most = sumsOf(gains, (gain) => gain.most);
  return {
    ...sums('sure_gains', null),
    ...sums('sure_gains_closed', 'debt'),
    ...sums('sure_gains_bonus', 'bonus'),
    ...(Object.keys(most).length > 0 && { sure_gains_most: most }),
  };
}

/** Rounded up, so that no gain is shown as zero. */
const shownDecimals = 4;
const sumsOf = (gains: readonly SureGain[], sumOf: (gain: SureGain) => Wad | undefined): Record<string, string> =>
  Object.fromEntries(
    gains.flatMap((gain) => {
      const sum = sumOf(gain);
      return sum === undefined ? [] : [[gain.pair, formatAmount(multiplyUp(sum, one, shownDecimals))]];
    }),
  );

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
