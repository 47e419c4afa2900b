import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { noteRecovered } from './shell/recovered.ts';
import { start } from './shell/start.ts';
import './ui/tokens.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
await start();
// In slices: the first taps and the first paint don't wait for the whole page.
startTransition(() => createRoot(root, { onRecoverableError: noteRecovered }).render(<App />));
