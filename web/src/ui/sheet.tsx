// A panel from the bottom. Its machinery (focus, swipe, dismissal) is loaded when the first one opens, or ahead by preload.
import { whenOpened } from './when-opened.tsx';

const load = async () => (await import('./sheet-panel.tsx')).SheetPanel;
export const preloadSheet = (): void => void load().catch(() => undefined);
export const Sheet = whenOpened(load);
