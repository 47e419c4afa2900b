// Tells the service worker which files make up this version of the app: all but the texts, of which a visit needs one language, and the
// demo's tools.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Production does not serve the demo's tools, and a worker that can't load a file is not installed. */
const ofDemo = 'assets/demo-screen-';

export const serviceWorkerName = 'service-worker';

export const serviceWorker = (): Plugin => {
  let publicDirectory = '';
  return {
    name: 'candor-service-worker',
    apply: 'build',
    configResolved: (config) => void (publicDirectory = config.publicDir),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[`${serviceWorkerName}.js`];
        if (worker?.type !== 'chunk') this.error('the service worker was not built');
        const hash = createHash('sha256').update(worker.code);
        const files = ['/'];
        for (const file of Object.values(bundle).sort((left, right) => (left.fileName < right.fileName ? -1 : 1))) {
          if (file === worker) continue;
          hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
          const isText = file.type === 'chunk' && file.facadeModuleId?.includes('virtual:texts/') === true;
          const isOfDemo = file.fileName.startsWith(ofDemo);
          if (file.fileName !== 'index.html' && !isText && !isOfDemo) files.push(`/${file.fileName}`);
        }
        for (const name of readdirSync(publicDirectory).sort()) {
          hash.update(name).update(readFileSync(join(publicDirectory, name)));
          files.push(`/${name}`);
        }
        const version = hash.digest('hex').slice(0, 16);
        worker.code = `const builtVersion=${JSON.stringify(version)},builtFiles=${JSON.stringify(files)};${worker.code}`;
      },
    },
  };
};
