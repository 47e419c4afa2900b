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
