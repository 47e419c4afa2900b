// What a guest finds in the place of the address book.
import type { ReactNode } from 'react';
import { JoinButtons } from '../session/join-buttons.tsx';
import { useT } from '../text/texts.ts';
import { Note } from '../ui/text.tsx';

export function Guest(): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Note>{t('withdrawals.guest')}</Note>
      <JoinButtons wanted="/address" />
    </div>
  );
}
