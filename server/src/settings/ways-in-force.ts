// What the terms of all products do with money, as the search for sure gains reads them.
import type { SettingValue } from '@candor/wire';
import type { Setting } from '../kit/settings.ts';
import type { Way } from '../kit/ways.ts';
import { inForceAt } from './rules.ts';
import type { StoredVersion } from './store.ts';

interface Terms {
  name: string;
  id: string;
  values: Readonly<Record<string, SettingValue>>;
}

export const waysOfTerms = (settings: readonly Setting[], { name, id, values }: Terms): readonly Way[] =>
  settings.find((each) => each.name === name)?.ways?.(id, values) ?? [];

/** Describes the version in force of every setting, and also the newest one if it is not in force yet. */
export function waysInForce(settings: readonly Setting[], stored: readonly StoredVersion[], now: number): Way[] {
  const groups = [...Map.groupBy(stored, ({ name, id }) => `${name} ${id}`).values()];
  return groups.flatMap((versions) => {
    const valid = new Set([inForceAt(versions, now), versions.at(-1)]);
    return [...valid].flatMap((each) => (each ? waysOfTerms(settings, { ...each, values: each.body }) : []));
  });
}
