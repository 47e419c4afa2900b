// Which days of a history of equity are shown. Pure.

interface Day {
  equity: string | null;
}

/** Without those before anything was there, and those of which no price is known. */
export function knownDays(days: readonly Day[]): string[] {
  const begun = days.findIndex(({ equity }) => equity !== null && !/^0(?:\.0*)?$/.test(equity));
  return begun === -1 ? [] : days.slice(begun).flatMap(({ equity }) => equity ?? []);
}
