// The app on the home screen: through the browser's own question where it offers one, else the person is told how.
import { create } from 'zustand';

/** Not in TypeScript's library: only some browsers have it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export type Install = 'offered' | 'by-hand' | 'installed';

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

let offer: InstallOffer | undefined;
const useStore = create<{ install: Install }>(() => ({ install: isInstalled() ? 'installed' : 'by-hand' }));

export const useInstall = (): Install => useStore(({ install }) => install);

/** From the beginning of the page on, whichever it is: the browser offers once. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Asked when the person wants it, not when the browser does.
    event.preventDefault();
    offer = event as InstallOffer;
    useStore.setState({ install: 'offered' });
  });
  addEventListener('appinstalled', () => useStore.setState({ install: 'installed' }));
}

/** An offer counts once; after it the way by hand is left. */
export async function askToInstall(): Promise<void> {
  const asked = offer;
  offer = undefined;
  useStore.setState({ install: 'by-hand' });
  if (!asked) throw new Error('the browser offers no installation');
  await asked.prompt();
}

export type Device = 'apple' | 'other';
/** iPads call themselves Macs and have touch points. */
export const deviceOf = (agent: string, touchPoints: number): Device =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1) ? 'apple' : 'other';
