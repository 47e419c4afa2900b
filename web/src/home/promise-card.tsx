import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Words } from '../ui/words.tsx';

/** For guests: the one thing that is different here, and the way in. */
export function PromiseCard(): ReactNode {
  const t = useText();
  return (
    <Card className="flex flex-col gap-3">
      <Words as="p" size="title" weight="strong">
        {t('home.promise')}
      </Words>
      <div className="flex flex-wrap gap-2">
        <Button to="/register" className="min-w-32 flex-1 px-2!">
          {t('home.openAccount')}
        </Button>
        <Button to="/login" look="secondary" className="min-w-32 flex-1 px-2!">
          {t('shell.login')}
        </Button>
      </div>
      <TextLink to="/proof" size="small" className="-my-2 self-start">
        {t('home.howToCheck')}
      </TextLink>
    </Card>
  );
}
