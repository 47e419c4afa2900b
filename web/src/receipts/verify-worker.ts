// Verifies one receipt off the page's thread; ended by the page when it is done or given up.
import '../device/no-eval.ts';
import type { FromVerifier, ToVerifier } from './verification.ts';
import { verifyReceipt } from './verify-receipt.ts';

const say = (message: FromVerifier): void => postMessage(message);

addEventListener('message', ({ data: asked }: MessageEvent<ToVerifier>) => {
  const { signal } = new AbortController();
  verifyReceipt({ ...asked, signal, onProgress: (progress) => say({ kind: 'progress', progress }) }).then(
    (verdict) => say({ kind: 'done', verdict }),
    () => say({ kind: 'failed' }),
  );
});
