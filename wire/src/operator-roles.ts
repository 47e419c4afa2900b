// Who operators are to the business. A person may have several roles; nobody approves what he proposed, whatever roles he has.

export const operatorRoles = [
  'support',
  'identity-reviewer',
  'treasurer',
  'risk',
  'editor',
  'auditor',
  'administrator',
] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Somebody as far as rights go. */
export interface WithRoles {
  roles: readonly OperatorRole[];
}
export const hasOneOf = (wanted: readonly OperatorRole[], { roles }: WithRoles): boolean =>
  wanted.some((role) => roles.includes(role));
