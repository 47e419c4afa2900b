// Shown once, right after they were made.
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Figure, Heading } from '../ui/text.tsx';

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }): ReactNode {
  const t = useT();
  return (
    <section aria-label={t('security.codesTitle')} className="flex flex-col gap-4 pt-4">
      <div className="flex items-center justify-between gap-2">
        <Heading>{t('security.codesTitle')}</Heading>
        <CopyButton text={codes.join('\n')} label={t('security.codesTitle')} />
      </div>
      <Banner tone="warn">{t('security.codesText')}</Banner>
      <Card>
        <ul className="grid grid-cols-2 gap-3">
          {codes.map((code) => (
            <li key={code}>
              <Figure>{code}</Figure>
            </li>
          ))}
        </ul>
      </Card>
      <Button isWide onPress={onKept}>
        {t('security.codesKept')}
      </Button>
    </section>
  );
}
