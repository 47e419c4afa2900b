// From which browsers on the app runs, and what tells older ones so: public/start.js with public/too-old.js.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** README names them. */
export const supportedBrowsers = ['safari16.4', 'firefox121', 'chrome111'];

const publicFolder = join(import.meta.dirname, '..', 'public');

/** By the name that it has for another page than the app's. */
const files = { 'app-start.js': 'start.js', 'too-old.js': 'too-old.js' };

/** Gives the console the app's own files. */
export const oldBrowserCheck = (): Plugin => ({
  name: 'candor-old-browser-check',
  configureServer({ middlewares }) {
    for (const [fileName, own] of Object.entries(files)) {
      middlewares.use(`/${fileName}`, (_, answer) => {
        answer.setHeader('content-type', 'text/javascript').end(readFileSync(join(publicFolder, own)));
      });
    }
  },
  generateBundle() {
    for (const [fileName, own] of Object.entries(files)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(publicFolder, own)) });
    }
  },
});
