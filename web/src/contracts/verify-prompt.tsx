import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMode } from '../session/mode.ts';
import { useText } from '../text/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Contracts are for verified customers: says so, and leads to where one becomes one. */
export function VerifyPrompt({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const isDemo = useMode() === 'demo';
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('contracts.verifyTitle')}
      confirm={t('contracts.verifyNow')}
      onConfirm={() => {
        onClose();
        void navigate('/authentication');
      }}
    >
      <p>{t('contracts.verifyText')}</p>
      {isDemo && <TextLink to="/demo">{t('contracts.verifyDemo')}</TextLink>}
    </Dialog>
  );
}
