// The frame of every screen: header that stays, content that scrolls with the document, and an optional foot with the act.
import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Header } from './header.tsx';
import { PageFoot } from './page-foot.tsx';
import { useKit } from './kit-provider.tsx';

export interface PageProps {
  /** Names the browser tab, and the header unless `header` replaces it. */
  title: string;
  back?: string | undefined;
  actions?: ReactNode;
  /** Instead of the usual header; must hold the h1. */
  header?: ReactNode;
  /** Stays at the bottom, e.g. the button that confirms. */
  foot?: ReactNode;
  /** Without the usual margins at the sides. */
  isFlush?: boolean;
  /** Uses the whole width from 1,024 px. */
  isWide?: boolean;
  children: ReactNode;
}

export function Page({ title, back, actions, header, foot, isFlush, isWide, children }: PageProps): ReactNode {
  const { line } = useKit();
  useEffect(() => {
    document.title = `${title} · Candor`;
  }, [title]);
  const width = clsx('mx-auto w-full', isWide ? 'max-w-column wide:max-w-none' : 'max-w-column');
  return (
    <div className="flex min-h-dvh flex-col bg-page text-text">
      <header className="sticky top-0 z-20 bg-page pt-[env(safe-area-inset-top)]">
        <div className={width}>{header ?? <Header title={title} back={back} actions={actions} />}</div>
        {line}
      </header>
      <main id="content" tabIndex={-1} className={clsx('flex flex-1 flex-col pb-6', width, !isFlush && 'px-4')}>
        {children}
      </main>
      {foot !== undefined && <PageFoot className={width}>{foot}</PageFoot>}
    </div>
  );
}
