import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { loginPath, withWantedPath } from './wanted-path.ts';

/** The two ways in, wherever a guest is told what an account is good for. `wanted` is where both lead afterwards. */
export function JoinButtons({ wanted = '/home' }: { wanted?: string }): ReactNode {
  const t = useT();
  const login = loginPath(wanted);
  const search = login.slice('/login'.length);
  return (
    <div className="flex flex-wrap gap-2">
      <Button to={withWantedPath('/register', search)} className="min-w-fit flex-auto">
        {t('ui.openAccount')}
      </Button>
      <Button to={login} look="secondary" className="min-w-fit flex-auto">
        {t('shell.login')}
      </Button>
    </div>
  );
}
