import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../data/use-read.ts';
import { AddressProvider } from './address-provider.tsx';
import { Shell } from './shell.tsx';

export const App = (): ReactNode => (
  <QueryClientProvider client={queryClient}>
    <AddressProvider>
      <Shell />
    </AddressProvider>
  </QueryClientProvider>
);
