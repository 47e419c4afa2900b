// New terms: what changed, where they stand, and the word that accepts them. Whoever does not can close what is open.
import { acceptLegal, queryDocument, queryLegalAcceptance } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';

/** What is kept is of before the new terms. */
const freshMs = 0;

export function LegalQuestion({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const [t, lang] = [useT(), useLanguage()];
  const state = useRead(queryLegalAcceptance, {}, { isEnabled: isOpen, freshMs }).data;
  const text = useRead(
    queryDocument,
    { kind: 'legal', id: 'terms', lang, version: '' },
    { isEnabled: isOpen, freshMs },
  );
  const accept = useSend(acceptLegal, { changes: [queryLegalAcceptance] });
  const changes = text.data?.RESULT_LIST[0]?.versions[0]?.changes ?? '';
  const shown = state && { terms: state.terms.current, privacy: state.privacy.current };

  async function confirm(): Promise<void> {
    if (!shown || shown.terms === null || shown.privacy === null) return;
    const outcome = await accept.send({ terms: shown.terms, privacy: shown.privacy });
    if (!outcome?.ok) return;
    onClose();
    toast.success(t('content.newTermsAccepted'));
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('content.newTermsTitle')}
      confirm={t('content.newTermsAccept')}
      isBusy={accept.isSending || state === undefined}
      onConfirm={() => void confirm()}
    >
      <p>{t('content.newTermsText')}</p>
      {changes !== '' && <Note>{changes}</Note>}
      <p className="flex flex-wrap gap-x-4">
        <TextLink isAside to="/legal?part=terms">
          {t('content.legal_terms')}
        </TextLink>
        <TextLink isAside to="/legal?part=privacy">
          {t('content.legal_privacy')}
        </TextLink>
      </p>
    </Dialog>
  );
}
