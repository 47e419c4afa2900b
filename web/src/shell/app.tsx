import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { queryClient } from '../session/use-read.ts';
import { CatchUp } from './catch-up.tsx';
import { Shell } from './shell.tsx';

export const App = (): ReactNode => (
  <QueryClientProvider client={queryClient}>
    <HashRouter>
      <CatchUp />
      <Shell />
    </HashRouter>
  </QueryClientProvider>
);
