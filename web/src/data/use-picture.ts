// One picture of a form: drawn, turned, cut, sent, and sent again.
import type { FailureCode } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../text/refusal-text.ts';
import { turnedCrop, wholePicture, type Crop } from '../ui/crop-rules.ts';
import { canBeSentAsItIs, drawPicture, fileFault, type DrawnPicture } from './draw-picture.ts';
import { canBeSentAgain, sendPicture } from './send-picture.ts';
import { sharpEnough } from './sharpness.ts';

interface Shown {
  /** Undefined also of one that this browser can't show. */
  url?: string | undefined;
  /** From 0 to 1 while it is on its way. */
  progress?: number;
  fault?: Fault;
  isBlurred?: boolean;
  isSent?: boolean;
  /** On its way once more, at a tap. */
  isAgain?: boolean;
}

export interface PictureState extends Omit<Shown, 'isAgain'> {
  choose: (file: File) => void;
  turn: () => void;
  /** What of it is sent. */
  crop: () => Crop;
  cut: (crop: Crop) => void;
  /** As it is turned, uncut. */
  whole: () => Promise<Blob | undefined>;
  /** Undefined where sending it once more would not help; there also while that is done. */
  retry: (() => void) | undefined;
}

const unchanged = { quarterTurns: 0, crop: wholePicture, lost: 0 };
type Chosen = { file: File } & typeof unchanged;

const refused = (code: FailureCode): Fault => ({ code, facts: {} });

/** What can't be drawn for whatever reason must not hold up its form. */
const draw: typeof drawPicture = (file, how) => drawPicture(file, how).catch(() => undefined);

/** `onPath` is told its path once it is there, and an empty one as soon as it is not what is shown. */
export function usePicture(onPath: (path: string) => void): PictureState {
  const [shown, setShown] = useState<Shown>({});
  const chosen = useRef<Chosen>(undefined);
  const underWay = useRef<AbortController>(undefined);
  const show = useObjectUrl();
  // What the form is by the time that the picture is there.
  const tell = useRef(onPath);
  useEffect(() => {
    tell.current = onPath;
  });
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(isAgain = false): Promise<void> {
    underWay.current?.abort();
    const { signal } = (underWay.current = new AbortController());
    const { file, ...how } = chosen.current!;
    tell.current('');
    setShown(({ url }) => ({ url, isAgain, progress: 0 }));
    const drawn = await draw(file, how);
    if (signal.aborted) return;
    if (!drawn && !canBeSentAsItIs(file)) return setShown({ fault: { name: 'pictures.unread' } });
    const base = drawn ? { url: show(drawn.jpeg), isBlurred: drawn.sharpness < sharpEnough } : {};
    const onProgress = (progress: number): void => void (!signal.aborted && setShown({ ...base, isAgain, progress }));
    const sent = await sendPicture(smallerEachTime({ file, ...how }, drawn), { onProgress, signal });
    if (signal.aborted) return;
    if ('code' in sent) return setShown({ ...base, fault: sent });
    setShown({ ...base, isSent: true });
    tell.current(sent.path);
  }

  function change(changed: Partial<typeof unchanged>, isAgain = false): void {
    if (!chosen.current) return;
    chosen.current = { ...chosen.current, ...changed };
    void send(isAgain);
  }

  const { isAgain, ...seen } = shown;
  const code = passingFault(shown);
  return {
    ...seen,
    choose(file) {
      const fault = fileFault(file);
      if (fault) return setShown((now) => ({ ...now, fault: refused(fault) }));
      chosen.current = { file, ...unchanged };
      void send();
    },
    turn() {
      const { quarterTurns, crop } = chosen.current ?? unchanged;
      change({ quarterTurns: (quarterTurns + 1) % 4, crop: turnedCrop(crop) });
    },
    crop: () => (chosen.current ?? unchanged).crop,
    cut: (crop) => change({ crop }),
    whole: () => drawWhole(chosen.current),
    // After three lost tries it begins with the smallest.
    retry: code || isAgain ? () => change(code === 'unreachable' ? { lost: Infinity } : {}, true) : undefined,
  };
}

/** The address of one picture at a time. */
function useObjectUrl(): (picture: Blob) => string {
  const url = useRef('');
  useEffect(() => () => URL.revokeObjectURL(url.current), []);
  return (picture) => {
    URL.revokeObjectURL(url.current);
    return (url.current = URL.createObjectURL(picture));
  };
}

/** One that sending again may mend: what neither the browser nor the server can read does not get better. */
function passingFault({ fault, url }: Shown): FailureCode | undefined {
  if (!fault || !('code' in fault) || !canBeSentAgain(fault.code)) return undefined;
  return fault.code === 'upload-failed' && url === undefined ? undefined : fault.code;
}

/** Sent as it is, where it can't be drawn. */
const smallerEachTime =
  ({ file, ...how }: Chosen, drawn: DrawnPicture | undefined) =>
  async (lost: number): Promise<Blob> =>
    (lost === 0 ? drawn : await draw(file, { ...how, lost: how.lost + lost }))?.jpeg ?? file;

const drawWhole = async (chosen: Chosen | undefined): Promise<Blob | undefined> =>
  chosen && (await draw(chosen.file, { quarterTurns: chosen.quarterTurns }))?.jpeg;
