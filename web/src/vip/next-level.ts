import { formatAmount, subtract, wad, zero, type VipStanding } from '@candor/wire';

/** The lowest level that is not reached, and what is missing to it: undefined where it has come to ask for less since the count. */
export function nextLevel({
  level,
  cost,
  levels,
}: VipStanding): { level: number; missing: string | undefined } | undefined {
  const next = levels.find((each) => each.level > level);
  if (!next) return undefined;
  const missing = subtract(wad(next.cost), wad(cost));
  return { level: next.level, missing: missing > zero ? formatAmount(missing) : undefined };
}
