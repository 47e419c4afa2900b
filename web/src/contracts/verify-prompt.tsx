import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMode } from '../session/mode.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Contracts are for verified customers: says so, and leads to where one becomes one. */
export function VerifyPrompt({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const isDemo = useMode() === 'demo';
  // The page behind stays alive: what is over it must not.
  const leave = (path: string): void => {
    onClose();
    void navigate(path);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('contracts.verifyTitle')}
      confirm={t('contracts.verifyNow')}
      onConfirm={() => leave('/authentication')}
    >
      <p>{t('contracts.verifyText')}</p>
      {isDemo && (
        <Button look="quiet" isSmall onPress={() => leave('/demo')}>
          {t('contracts.verifyDemo')}
        </Button>
      )}
    </Dialog>
  );
}
