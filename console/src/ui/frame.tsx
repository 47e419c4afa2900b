// The frame of the console: places at the start side, a head with the page's name, and the page.
import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Icon } from '@candor/web/ui/button.tsx';

export interface FrameLink {
  to: string;
  label: string;
  icon: Icon;
  /** How much waits there; read out in words. */
  count?: { figure: string; label: string } | undefined;
}

export interface FrameProps {
  name: string;
  navigation: string;
  skip: string;
  links: readonly FrameLink[];
  foot: ReactNode;
  children: ReactNode;
}

export const Frame = ({ name, navigation, skip, links, foot, children }: FrameProps): ReactNode => (
  <div className="flex min-h-dvh bg-page text-text">
    <a href="#content" className="skip-link" onClick={(event) => (event.preventDefault(), focusContent())}>
      {skip}
    </a>
    <aside className="sticky top-0 flex h-dvh w-48 shrink-0 flex-col gap-4 overflow-y-auto border-e border-line bg-card p-3 wide:w-56">
      <p className="px-2 pt-1 text-large font-strong">{name}</p>
      <nav aria-label={navigation} className="flex flex-col gap-0.5">
        {links.map(({ to, label, icon: IconPart, count }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              clsx(
                'flex min-h-touch items-center gap-2.5 rounded-control px-2 text-body',
                isActive ? 'bg-accent-soft font-medium text-link' : 'text-secondary hover:bg-sunk',
              )
            }
          >
            <IconPart className="size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
            <span className="min-w-0 flex-1">{label}</span>
            {count && (
              <span className="rounded-full bg-accent px-1.5 text-tiny font-strong text-on-accent">
                <bdi aria-hidden>{count.figure}</bdi>
                <span className="unseen">{count.label}</span>
              </span>
            )}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-1">{foot}</div>
    </aside>
    <div className="flex min-w-0 flex-1 flex-col">{children}</div>
  </div>
);

const focusContent = (): void => document.querySelector<HTMLElement>('#content')?.focus();

export interface PlacePageProps {
  title: string;
  /** Beside the title, e.g. what state a case is in. */
  badge?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function PlacePage({ title, badge, actions, children }: PlacePageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Candor console`;
  }, [title]);
  return (
    <>
      <header className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-3 border-b border-line bg-page px-5 py-2">
        <h1 tabIndex={-1} className="text-title font-strong">
          {title}
        </h1>
        {badge}
        <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col gap-4 p-5">
        {children}
      </main>
    </>
  );
}

/** A page without the frame, for who is not signed in. */
export const EntryPage = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <main className="mx-auto flex min-h-dvh w-full max-w-112 flex-col justify-center gap-5 p-5 text-text">
    <h1 className="text-title font-strong">{title}</h1>
    {children}
  </main>
);
