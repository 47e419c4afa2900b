// The secret of a new authenticator, to be scanned or typed.
import { Card } from '@candor/web/ui/card.tsx';
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { QR } from '@candor/web/ui/qr.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';

export function NewSecret({ otpauthUrl, secret }: { otpauthUrl: string; secret: string }): ReactNode {
  const t = useT();
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <QR text={otpauthUrl} label={t('entry.qr')} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Note>{t('entry.secret')}</Note>
        <div className="flex items-center gap-1">
          <code className="min-w-0 wrap-anywhere">{secret}</code>
          <CopyButton text={secret} label={t('entry.secret')} />
        </div>
      </div>
    </Card>
  );
}
