// What holds withdrawals back for a day.
/** Why nothing may be withdrawn for a day. */
export const holdReasons = ['login-password', 'trade-password', 'second-factor', 'contact', 'new-address'] as const;
export type HoldReason = (typeof holdReasons)[number];
export const holdMs = 24 * 3_600_000;
