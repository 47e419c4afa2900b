import { SurroundingsProvider } from '@candor/web/ui/kit-provider.tsx';
import type { KitProvider } from '@candor/web/ui/kit-provider.tsx';
import { Toaster } from '@candor/web/ui/toaster.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { queryClient } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Doorway } from './doorway.tsx';
import { PageErrors } from './page-errors.tsx';

export function App(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const kit = useMemo(
    (): KitProvider => ({
      word: (name, values) => t(`ui.${name}`, values),
      formats,
      direction: 'ltr',
      hidesBalances: false,
      setHidesBalances: () => undefined,
      line: null,
      goBack: () => history.back(),
    }),
    [t, formats],
  );
  return (
    <SurroundingsProvider value={kit}>
      <QueryClientProvider client={queryClient}>
        <HashRouter>
          <PageErrors>
            <Doorway />
          </PageErrors>
        </HashRouter>
        <Toaster isLow={false} />
      </QueryClientProvider>
    </SurroundingsProvider>
  );
}
