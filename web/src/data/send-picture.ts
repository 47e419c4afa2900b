// Sends a picture and says how much of it is there; a connection that is lost is tried again before it is said.
import { isRefusalCode, uploadPhoto, type FailureCode } from '@candor/wire';

export type Sent = { path: string } | { code: FailureCode };

const triesMax = 3;
const pauseMs = 1_000;

export async function sendPicture(
  jpeg: Blob,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    const sent = await sendOnce(jpeg, { onProgress, signal });
    const isAgain = 'code' in sent && (sent.code === 'unreachable' || sent.code === 'busy');
    if (!isAgain || tries === triesMax || signal.aborted) return sent;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
  }
}

function sendOnce(
  jpeg: Blob,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Sent> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', jpeg, 'picture.jpg');
  return new Promise((resolve) => {
    const lose = (): void => resolve({ code: 'unreachable' });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    for (const end of ['error', 'abort', 'timeout'] as const) request.addEventListener(end, lose);
    request.addEventListener('load', () => resolve(answerIn(request.responseText)));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open(uploadPhoto.method, uploadPhoto.path);
    request.send(form);
  });
}

function answerIn(text: string): Sent {
  try {
    const { data, code = '' } = JSON.parse(text) as { data?: { path: string }; code?: string };
    if (data) return data;
    return { code: isRefusalCode(code) ? code : 'upload-failed' };
  } catch {
    return { code: 'unreachable' };
  }
}
