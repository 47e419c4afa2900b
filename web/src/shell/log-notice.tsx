import type { ReactNode } from 'react';
import { useLogFinding } from '../proof/log-state.ts';
import { useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

/** The public log was rewritten: it stays said on this device, whatever the server shows later. */
export function LogNotice({ path }: { path: string }): ReactNode {
  const t = useT();
  const isRewritten = useLogFinding(({ finding }) => finding === 'contradiction');
  if (!isRewritten || path === '/proof') return null;
  return (
    <NoticeBar action={t('shell.menuProof')} onAction={() => navigate('/proof')}>
      {t('shell.logRewritten')}
    </NoticeBar>
  );
}
