// A question in the middle of the screen that must be answered. Loaded like the sheet, when the first one opens.
import { whenOpened } from './when-opened.tsx';

const load = async () => (await import('./dialog-panel.tsx')).DialogPanel;
export const preloadDialog = (): void => void load().catch(() => undefined);
export const Dialog = whenOpened(load);
