// `npm run vectors`: writes docs/vectors anew.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './run/processes.ts';
import { makeVectors } from './vectors/make-vectors.ts';

const folder = join(repository, 'docs/vectors');
mkdirSync(folder, { recursive: true });
for (const name of globSync('*.json', { cwd: folder })) rmSync(join(folder, name));
for (const [name, text] of makeVectors()) writeFileSync(join(folder, name), text);
