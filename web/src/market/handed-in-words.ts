// What is said of a document that is under review or has failed, wherever a verified customer is asked for.
import type { CertificationStatus } from '@candor/wire';
import type { Translate } from '../text/translate.ts';

export interface HandedInWords {
  title: string;
  confirm: string;
}

export const handedInWords = (t: Translate, status: CertificationStatus): HandedInWords =>
  status === '3'
    ? { title: t('market.documentFailed'), confirm: t('ui.retry') }
    : { title: t('refusals.certification-pending'), confirm: t('shell.menuVerification') };
