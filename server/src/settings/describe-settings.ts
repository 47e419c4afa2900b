// Versions as everybody reads them.
import {
  settingHistoryMax,
  toInstant,
  type SettingHistory,
  type SettingMessage,
  type SettingVersion,
} from '@candor/wire';
import type { Setting } from '../kit/settings.ts';
import { changesBetween, inForceAt, stateOf } from './rules.ts';
import type { StoredVersion } from './store.ts';

/** In the order of the products and of what each reads first. */
export const describeSettings = (
  settings: readonly Setting[],
  stored: readonly StoredVersion[],
  now: number,
): SettingMessage[] =>
  settings.flatMap(({ name, fields }) =>
    byId(stored.filter((each) => each.name === name)).flatMap((versions) => {
      const present = inForceAt(versions, now);
      const newest = versions.at(-1);
      if (!present || !newest) return [];
      const coming = newest.inForceFrom > now ? versionMessage(newest) : null;
      return [{ name, id: newest.id, fields: [...fields], in_force: versionMessage(present), coming, newest_version: newest.version }]; // oxfmt-ignore
    }),
  );

export function describeHistory(
  settings: readonly Setting[],
  stored: readonly StoredVersion[],
  { now, name, offset }: { now: number; name?: string | undefined; offset: number },
): SettingHistory['versions'] {
  const wanted = settings.filter((each) => name === undefined || each.name === name);
  const all = wanted.flatMap((setting) =>
    byId(stored.filter((each) => each.name === setting.name)).flatMap((versions) =>
      versions.map((each, place) => ({
        each,
        message: {
          ...versionMessage(each),
          name: setting.name,
          id: each.id,
          state: stateOf(each, versions, now),
          changes: place === 0 ? [] : changesOf(setting, versions[place - 1]!, each),
        },
      })),
    ),
  );
  const newestFirst = all.toSorted((left, right) => right.each.askedAt - left.each.askedAt || right.each.version - left.each.version); // oxfmt-ignore
  return newestFirst.slice(offset, offset + settingHistoryMax).map(({ message }) => message);
}

const changesOf = ({ fields }: Setting, before: StoredVersion, after: StoredVersion) =>
  changesBetween(fields, before.body, after.body).map(({ favoursCustomers, ...change }) => ({
    ...change,
    favours_customers: favoursCustomers,
  }));

const byId = (stored: readonly StoredVersion[]): StoredVersion[][] => [...Map.groupBy(stored, ({ id }) => id).values()];

const versionMessage = ({
  version,
  body,
  askedAt,
  inForceFrom,
  proposedBy,
  approvedBy,
}: StoredVersion): SettingVersion => ({
  version,
  values: body,
  asked_at: toInstant(askedAt),
  in_force_from: toInstant(inForceFrom),
  proposed_by: proposedBy,
  approved_by: approvedBy,
});
