// A page that fails says so; the rest of the console stands.
import { ErrorState } from '@candor/web/ui/states.tsx';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { currentTexts } from '../text/texts.ts';

export class PageErrors extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { t } = currentTexts();
    return <ErrorState title={t('shell.failed')} note={t('shell.failedNote')} onRetry={() => location.reload()} />;
  }
}
