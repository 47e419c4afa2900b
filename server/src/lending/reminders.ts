// When a borrower is reminded of what falls due. Pure.
const dayMs = 86_400_000;
const daysBefore = [7, 3, 1] as const;

/** The first reminder that is still to come; null when there is none any more. */
export function nextReminder(dueAt: number, after: number): number | null {
  return daysBefore.map((days) => dueAt - days * dayMs).find((at) => at > after) ?? null;
}

/** Days that are left, a begun one counts; undefined where it is due already, of which nobody is reminded. */
export const daysLeft = (dueAt: number, now: number): number | undefined =>
  dueAt > now ? Math.ceil((dueAt - now) / dayMs) : undefined;
