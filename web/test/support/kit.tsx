// Parts of the app by themselves: what the shell gives them of words and formats, without the shell.
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { SurroundingsProvider, type KitProvider } from '../../src/ui/kit-provider.tsx';

let root: Root | undefined;

/** Shows them, or the same ones changed; words are their own names. */
export function showParts(parts: ReactNode, { locale = 'en' } = {}): void {
  if (!root) {
    const place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  }
  const formats = { locale, decimal: (text: string) => text };
  const kit = { word: (name: string) => name, formats, direction: 'ltr' } as unknown as KitProvider;
  root.render(<SurroundingsProvider value={kit}>{parts}</SurroundingsProvider>);
}

export function hideParts(): void {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}
