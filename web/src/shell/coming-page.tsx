// Where menu entries lead whose product is still being built: says so, costs nothing, leads back.
import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { placeOf } from './routes.ts';

export function ComingPage(): ReactNode {
  const t = useText();
  // Of the first render: a page that stays alive must not take the name of the next one.
  const name = t(`shell.${placeOf(useLocation().pathname)?.name ?? 'home'}`);
  return (
    <Page title={name} back="/home">
      <EmptyState
        icon={Hammer}
        title={t('shell.comingTitle')}
        note={t('shell.comingText', { name })}
        action={
          <Button to="/home" look="secondary">
            {t('shell.comingBack')}
          </Button>
        }
        className="my-auto"
      />
    </Page>
  );
}
