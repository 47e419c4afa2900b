// An agreement as it is read, printed and checked: its words, and the digest that this device has worked out of them anew.
import { digestOfText } from '@candor/proof';
import { Printer } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Article } from '../ui/article.tsx';
import { Card } from '../ui/card.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Text, VisuallyHidden } from '../ui/text.tsx';

export function PrintButton(): ReactNode {
  const t = useT();
  return <IconButton icon={Printer} label={t('lending.print')} onPress={() => print()} />;
}

export interface Agreement {
  text: string;
  sha256: string;
  language: string;
}

/** Whether the digest belongs to the text, as this device finds. */
export const useIsRight = ({ text, sha256 }: Agreement): boolean =>
  useMemo(() => digestOfText(text) === sha256, [text, sha256]);

export function AgreementText({ agreement }: { agreement: Agreement }): ReactNode {
  const t = useT();
  const isRight = useIsRight(agreement);
  const { text, sha256, language } = agreement;
  return (
    <div className="flex flex-col gap-4 pt-2">
      <article lang={language}>
        <VisuallyHidden as="h2">{t('lending.agreement')}</VisuallyHidden>
        <Article source={text} />
      </article>
      <Card look="sunk" className="flex flex-col gap-1">
        <Text size="small" tone="secondary">
          {t('lending.digest')}
        </Text>
        <Text size="small" className="wrap-anywhere">
          <bdi dir="ltr">{sha256}</bdi>
        </Text>
        <Text size="small" tone={isRight ? 'good' : 'danger'}>
          {t(isRight ? 'lending.digestTrue' : 'lending.digestFalse')}
        </Text>
      </Card>
    </div>
  );
}
