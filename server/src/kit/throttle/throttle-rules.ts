// Pure rules of throttling: from the times at which something happened to how long the next has to wait.

/** At most `limit` in any stretch of `windowMs`. */
export interface LimitRule {
  kind: 'limit';
  limit: number;
  windowMs: number;
}
/** After `freeTries` within the window each further one waits twice as long as the one before, up to a longest wait. */
interface BackoffRule {
  kind: 'backoff';
  freeTries: number;
  firstWaitMs: number;
  longestWaitMs: number;
  windowMs: number;
}
export type ThrottleRule = LimitRule | BackoffRule;

export interface Limit {
  scope: string;
  /** Keyed digest of whom it concerns. */
  subject: string;
  rule: ThrottleRule;
}

/** Milliseconds until the rule allows one more; 0 if it does now. `times` ascend. */
export function waitOf(rule: ThrottleRule, times: readonly number[], now: number): number {
  const recent = recentTimes(rule, times, now);
  if (rule.kind === 'limit') {
    if (recent.length < rule.limit) return 0;
    const leavesFirst = recent[recent.length - rule.limit];
    return leavesFirst === undefined ? rule.windowMs : leavesFirst + rule.windowMs - now;
  }
  const last = recent.at(-1);
  if (last === undefined || recent.length < rule.freeTries) return 0;
  const doublings = Math.min(recent.length - rule.freeTries, 30);
  return Math.max(0, last + Math.min(rule.firstWaitMs * 2 ** doublings, rule.longestWaitMs) - now);
}

/** The times that still count; what is older can be forgotten. */
export const recentTimes = (rule: ThrottleRule, times: readonly number[], now: number): number[] =>
  times.filter((time) => time > now - rule.windowMs);
