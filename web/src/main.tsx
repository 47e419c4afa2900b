// First: a schema that is made later asks for it.
import './device/no-eval.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { noteRecovered } from './shell/recovered.ts';
import { start } from './shell/start.ts';
import { noteCaught, watchFailures } from './shell/watch-failures.ts';
import './ui/tokens.css';

const root = document.getElementById('root');
// public/start.js has told why.
if (document.documentElement.hasAttribute('data-too-old')) throw new Error('the browser is too old');
if (!root) throw new Error('the page has no root');
watchFailures();
await start();
// In slices: the first taps and the first paint don't wait for the whole page.
startTransition(() =>
  createRoot(root, { onCaughtError: noteCaught, onRecoverableError: noteRecovered }).render(<App />),
);
