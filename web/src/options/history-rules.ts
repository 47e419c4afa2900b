// The months of a history by the person's own calendar, and how many orders of it were won. Pure.

export const allMonths = 'all';
const monthsShown = 12;

/** The present one first, e.g. 2026-11. */
export function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: monthsShown }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back);
    return `${month.getFullYear()}-${`${month.getMonth() + 1}`.padStart(2, '0')}`;
  });
}

/** From, and before to, as instants; '' without an end. */
export function spanOf(month: string): { from: string; to: string } {
  if (month === allMonths) return { from: '', to: '' };
  const [year, number] = month.split('-').map((part) => parseInt(part, 10)) as [number, number];
  return { from: new Date(year, number - 1).toISOString(), to: new Date(year, number).toISOString() };
}

/** Of those won or lost, as decimal text; undefined without any. */
export function winShareOf({ wins, losses }: { wins: number; losses: number }): string | undefined {
  if (wins + losses === 0) return undefined;
  const hundredths = Math.floor((wins * 100) / (wins + losses));
  return `${Math.floor(hundredths / 100)}.${`${hundredths % 100}`.padStart(2, '0')}`;
}
