import { whenOpened } from '../ui/when-opened.tsx';

export const PairPicker = whenOpened(async () => (await import('./pair-sheet.tsx')).PairSheet);
