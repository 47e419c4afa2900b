import type { OperatorRole } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

export const roleNames: Record<OperatorRole, TextKey> = {
  support: 'words.role_support',
  'identity-reviewer': 'words.role_identity-reviewer',
  treasurer: 'words.role_treasurer',
  risk: 'words.role_risk',
  editor: 'words.role_editor',
  auditor: 'words.role_auditor',
  administrator: 'words.role_administrator',
};
