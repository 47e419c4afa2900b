import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Note } from '../ui/text.tsx';

/** Where the small print is, and the warning that belongs beside an invitation to trade. */
export function HomeFoot(): ReactNode {
  const t = useT();
  return (
    <footer className="flex flex-col gap-1 pt-2">
      <Note>{t('home.risk')}</Note>
      <nav aria-label={t('home.footLinks')}>
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ to, key }) => (
            <li key={key}>
              <TextLink to={to} size="small" className="min-w-touch">
                {t(key)}
              </TextLink>
            </li>
          ))}
          <li>
            <TextLink to="/docs" size="small" isDocument>
              {t('home.forDevelopers')}
            </TextLink>
          </li>
        </ul>
      </nav>
    </footer>
  );
}

const links = [
  { to: '/legal?part=terms', key: 'home.terms' },
  { to: '/legal?part=privacy', key: 'home.privacy' },
  { to: '/legal?part=risk', key: 'home.riskWarning' },
  { to: '/help', key: 'shell.menuHelp' },
  { to: '/support', key: 'shell.menuSupport' },
  { to: '/proof', key: 'shell.menuProof' },
  { to: '/app', key: 'shell.menuApp' },
] as const;
