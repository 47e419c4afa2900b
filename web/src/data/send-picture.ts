// Sends a picture and says how much of it is there; a connection that is lost is tried again before it is said.
import { isRefusalCode, uploadPhoto, type Facts, type FailureCode } from '@candor/wire';
import type { Refused } from '../text/refusal-text.ts';

export type Sent = { path: string } | Refused;

interface Sending {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const triesMax = 3;
const pauseMs = 1_000;
/** A line that takes nothing for so long is dead: the browser itself would notice after minutes. */
const silenceMaxMs = 30_000;
/** Once the browser has handed all of it over, of which the system may still hold much. */
const answerMaxMs = 45_000;

/** What sending the same once more may mend; not where something is wrong with the picture. */
const passing: readonly FailureCode[] = ['unreachable', 'busy', 'upload-failed', 'too-many-requests'];
export const canBeSentAgain = (code: FailureCode): boolean => passing.includes(code);

const unreachable: Refused = { code: 'unreachable', facts: {} };

/** `pictureOf` is told how often a line was lost with it, so that it can be smaller. */
export async function sendPicture(pictureOf: (lost: number) => Promise<Blob>, sending: Sending): Promise<Sent> {
  let lost = 0;
  for (let tries = 1; ; tries++) {
    const picture = await pictureOf(lost);
    // Drawing takes a while, and nobody may want it by then.
    if (sending.signal.aborted) return unreachable;
    const sent = await sendOnce(picture, sending);
    const code = 'code' in sent ? sent.code : undefined;
    if (code === 'unreachable') lost++;
    if ((code !== 'unreachable' && code !== 'busy') || tries === triesMax) return sent;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
    if (sending.signal.aborted) return sent;
  }
}

function sendOnce(picture: Blob, { onProgress, signal }: Sending): Promise<Sent> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', picture, 'picture.jpg');
  let silence: ReturnType<typeof setTimeout> | undefined;
  const waitFor = (ms: number): void => {
    clearTimeout(silence);
    silence = setTimeout(() => request.abort(), ms);
  };
  return new Promise((resolve) => {
    const lose = (): void => resolve(unreachable);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitFor(silenceMaxMs);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener('load', () => waitFor(answerMaxMs));
    for (const end of ['error', 'abort'] as const) request.addEventListener(end, lose);
    request.addEventListener('load', () => resolve(answerIn(request.responseText)));
    request.addEventListener('loadend', () => clearTimeout(silence));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open(uploadPhoto.method, uploadPhoto.path);
    onProgress(0);
    waitFor(silenceMaxMs);
    request.send(form);
  });
}

interface Answer {
  data?: { path: string };
  code?: string;
  facts?: Facts;
}

function answerIn(text: string): Sent {
  try {
    const { data, code = '', facts = {} } = JSON.parse(text) as Answer;
    if (data) return data;
    // What the app sends is well-formed: it came too slowly to be read.
    if (code === 'malformed') return unreachable;
    return { code: isRefusalCode(code) ? code : 'upload-failed', facts };
  } catch {
    return unreachable;
  }
}
