// Beside every file of some size its compressed twins, so that the server compresses nothing while people wait.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthBytes = 1_000;
const kinds = /\.(?:js|css|html|svg|json|webmanifest)$/;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export const compress = (): Plugin => ({
  name: 'candor-compress',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      const add = async (fileName: string, source: Promise<Buffer>): Promise<void> =>
        void this.emitFile({ type: 'asset', fileName, source: await source });
      // All processors at once: it is half of what a build takes.
      await Promise.all(
        Object.values(bundle).flatMap((file) => {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!kinds.test(file.fileName) || source.length < worthBytes) return [];
          return [
            add(`${file.fileName}.br`, toBrotli(source, { params })),
            add(`${file.fileName}.gz`, toGzip(source, { level: 9 })),
          ];
        }),
      );
    },
  },
});
