// Verifies in a worker, so that the page goes on; on the page's own thread where the worker can not be loaded.
import { trustedScriptUrl } from '../device/trusted-script-url.ts';
import type { FromVerifier, ToVerifier, Verdict, VerifyRequest } from './verification.ts';
// Vite makes the address of the built worker out of this.
// oxlint-disable-next-line import/default
import verifyWorkerUrl from './verify-worker.ts?worker&url';

/** Rejects when key or archive could not be had, or when it was given up. */
export async function runVerification(request: VerifyRequest): Promise<Verdict> {
  const verdict = await runInWorker(request);
  if (verdict !== 'not-loaded') return verdict;
  const { verifyReceipt } = await import('./verify-receipt.ts');
  return verifyReceipt(request);
}

async function runInWorker({ text, isWhole, signal, onProgress }: VerifyRequest): Promise<Verdict | 'not-loaded'> {
  let worker: Worker;
  try {
    worker = new Worker(trustedScriptUrl(verifyWorkerUrl), { type: 'module', name: 'verifier' });
  } catch (error) {
    reportError(error);
    return 'not-loaded';
  }
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      worker.addEventListener('error', () => {
        reportError(new Error('the worker that verifies receipts did not load'));
        resolve('not-loaded');
      });
      worker.addEventListener('message', ({ data: message }: MessageEvent<FromVerifier>) => {
        if (message.kind === 'progress') onProgress(message.progress);
        else if (message.kind === 'done') resolve(message.verdict);
        else reject(new Error('key or archive could not be had'));
      });
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ text, isWhole } satisfies ToVerifier);
    });
  } finally {
    worker.terminate();
  }
}
