import type { OperatorRole } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

export const roleNames: Record<OperatorRole, TextKey> = {
  support: 'entry.support',
  'identity-reviewer': 'entry.identityReviewer',
  treasurer: 'entry.treasurer',
  risk: 'entry.risk',
  editor: 'entry.editor',
  auditor: 'entry.auditor',
  administrator: 'entry.administrator',
};
