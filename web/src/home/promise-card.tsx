import type { ReactNode } from 'react';
import { JoinButtons } from '../session/join-buttons.tsx';
import { useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Text } from '../ui/text.tsx';

/** For guests: the one thing that is different here, and the way in. */
export function PromiseCard(): ReactNode {
  const t = useT();
  return (
    <Card className="flex flex-col gap-3">
      <Text as="p" size="title" weight="strong">
        {t('home.promise')}
      </Text>
      <JoinButtons />
      <TextLink to="/proof" size="small" className="-my-2 self-start">
        {t('home.howToCheck')}
      </TextLink>
    </Card>
  );
}
