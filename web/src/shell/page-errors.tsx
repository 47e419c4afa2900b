// A page that breaks takes only itself down; one that could not be loaded says so and tries again.
import { RotateCw, WifiOff } from 'lucide-react';
import { Component, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

interface Props {
  children: ReactNode;
  onRetry: Retry;
}

/** Told whether there is a line. */
type Retry = (isReached: boolean) => void;

export class PageErrors extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('a page threw nothing') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry: Retry = (isReached) => {
      this.props.onRetry(isReached);
      this.setState({ error: undefined });
    };
    return isLoadFailure(error) ? <MissingPage onRetry={retry} /> : <BrokenPage />;
  }
}

/** Each browser has words of its own for a module that did not come. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module|failed to fetch|preload css/i.test(error.message); // oxfmt-ignore

/** Either there is no line, or there is a newer app, whose server no longer has this one's files: then only to load it anew helps. */
export function MissingPage({ onRetry }: { onRetry: Retry }): ReactNode {
  const t = useT();
  const server = useServersPage();
  const isReleased = server === 'newer';
  const title = t(server === undefined ? 'ui.loading' : isReleased ? 'shell.updateReady' : 'shell.offlineTitle');
  return (
    <Page title={title} back="/home">
      {server !== undefined && (
        <EmptyState
          icon={isReleased ? RotateCw : WifiOff}
          title={title}
          note={isReleased ? undefined : t('shell.offlineText')}
          action={
            <Button onPress={isReleased ? reload : () => onRetry(server === 'same')}>
              {t(isReleased ? 'shell.updateTake' : 'ui.retry')}
            </Button>
          }
        />
      )}
    </Page>
  );
}

const reload = (): void => location.reload();

/** Whether the server's page begins with the files that this one did, with newer ones, or is not to be had; undefined until known. */
function useServersPage(): 'same' | 'newer' | 'none' | undefined {
  const [found, setFound] = useState<'same' | 'newer' | 'none'>();
  useEffect(() => {
    const asking = new AbortController();
    const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
    fetch('/', { cache: 'no-store', signal: asking.signal })
      .then(async (answer) => (!answer.ok ? 'none' : (await answer.text()).includes(own ?? '') ? 'same' : 'newer'))
      .then(setFound, () => asking.signal.aborted || setFound('none'));
    return () => asking.abort();
  }, []);
  return found;
}

function BrokenPage(): ReactNode {
  const t = useT();
  return (
    <Page title={t('shell.errorTitle')} back="/home">
      <EmptyState
        icon={RotateCw}
        title={t('shell.errorTitle')}
        note={t('shell.errorText')}
        action={<Button onPress={reload}>{t('shell.errorReload')}</Button>}
      />
    </Page>
  );
}
