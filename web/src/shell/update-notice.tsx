import type { ReactNode } from 'react';
import { takeUpdate, useUpdate } from '../offline/updates.ts';
import { useT } from '../text/texts.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

/** A new version comes when the person says so: nobody loses a form that is half filled in. */
export function UpdateNotice(): ReactNode {
  const t = useT();
  const { isReady } = useUpdate();
  if (!isReady) return null;
  return (
    <NoticeBar action={t('shell.updateTake')} onAction={takeUpdate}>
      {t('shell.updateReady')}
    </NoticeBar>
  );
}
