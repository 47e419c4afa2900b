// The whole app in the page of the test, without what begins with a page: sockets, loading ahead, a service worker.
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import type { User } from '@candor/wire';
import { queryClient } from '../../src/data/use-read.ts';
import { clearSession, storeUser } from '../../src/session/session.ts';
import { App } from '../../src/shell/app.tsx';
import type { Language } from '../../src/text/languages.ts';
import { speak } from '../../src/text/texts.ts';
import '../../src/ui/tokens.css';

const customer = {
  account_id: '11111111-1111-4111-8111-111111111111',
  user_name: 'person@example.com',
  user_password: 'a',
  user_paypass: '',
  account_type: '1',
  status: '1',
} as unknown as User;

let root: Root | undefined;

export interface Visit {
  path: string;
  language?: Language;
  isLoggedIn?: boolean;
}

/** Opens a page of the app as a fresh visit. */
export async function openApp({ path, language = 'en', isLoggedIn = true }: Visit): Promise<void> {
  closeApp();
  if (isLoggedIn) storeUser(customer);
  else clearSession('out');
  location.hash = path;
  await speak(language);
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(<App />);
}

export function closeApp(): void {
  root?.unmount();
  root = undefined;
  queryClient.clear();
  document.body.replaceChildren();
}

/** What stands further out than the page is wide, where nothing scrolls to it. */
export function cutOff(): string[] {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 1 && (left < -0.5 || right > width + 0.5) && isSeen(element);
    })
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
}

/** Neither hidden from eyes nor within what is scrolled sideways or cut on purpose. */
function isSeen(element: HTMLElement): boolean {
  for (let each: HTMLElement | null = element; each; each = each.parentElement) {
    const { overflowX, visibility, position, clipPath } = getComputedStyle(each);
    if (overflowX !== 'visible' || visibility === 'hidden' || position === 'fixed' || clipPath !== 'none') return false;
    if (each.tagName === 'MAIN') return true;
  }
  return true;
}
