// A page that breaks takes only itself down; one that could not be loaded says so and tries again.
import { RotateCw, WifiOff } from 'lucide-react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

interface Props {
  children: ReactNode;
  onRetry: () => void;
}

export class PageErrors extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('a page threw nothing') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return isLoadFailure(error) ? <OfflinePage onRetry={retry} /> : <BrokenPage />;
  }
}

/** Each browser has words of its own for a module that did not come. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module|failed to fetch|preload css/i.test(error.message); // oxfmt-ignore

export function OfflinePage({ onRetry }: { onRetry: () => void }): ReactNode {
  const t = useT();
  return (
    <Page title={t('shell.offlineTitle')} back="/home">
      <EmptyState
        icon={WifiOff}
        title={t('shell.offlineTitle')}
        note={t('shell.offlineText')}
        action={<Button onPress={onRetry}>{t('ui.retry')}</Button>}
      />
    </Page>
  );
}

function BrokenPage(): ReactNode {
  const t = useT();
  return (
    <Page title={t('shell.errorTitle')} back="/home">
      <EmptyState
        icon={RotateCw}
        title={t('shell.errorTitle')}
        note={t('shell.errorText')}
        action={<Button onPress={() => location.reload()}>{t('shell.errorReload')}</Button>}
      />
    </Page>
  );
}
