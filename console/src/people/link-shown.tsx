// A link that somebody sets up proofs by, shown once.
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { useT } from '../text/texts.ts';

export function LinkShown({ made }: { made: { name: string; token: string; expires_at: string } }): ReactNode {
  const t = useT();
  const link = `${location.origin}/#/invitation/${made.token}`;
  return (
    <>
      <Note>
        {t('people.linkNote', { name: made.name })} <At at={made.expires_at} />
      </Note>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 wrap-anywhere">{link}</code>
        <CopyButton text={link} label={t('people.link')} />
      </div>
    </>
  );
}
