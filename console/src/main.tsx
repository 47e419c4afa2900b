// First: a schema that is made later asks for it.
import './session/no-eval.ts';
import { createRoot } from 'react-dom/client';
import './session/watch-presence.ts';
import { App } from './shell/app.tsx';
import { speak } from './text/texts.ts';
import './console.css';

const root = document.getElementById('root');
// app-start.js has told why.
if (document.documentElement.hasAttribute('data-too-old')) throw new Error('the browser is too old');
if (!root) throw new Error('the page has no root');
await speak('en');
createRoot(root).render(<App />);
