// One picture of a form: drawn, turned, cut, sent, and sent again.
import type { FailureCode } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import { turnedCrop, wholePicture, type Crop } from '../ui/crop-rules.ts';
import { drawPicture, fileFault } from './draw-picture.ts';
import { sendPicture } from '../data/send-picture.ts';
import { sharpEnough } from './sharpness.ts';

interface Shown {
  url?: string;
  /** From 0 to 1 while it is on its way. */
  progress?: number;
  fault?: FailureCode;
  isBlurred?: boolean;
}

export interface PictureState extends Shown {
  choose: (file: File) => void;
  turn: () => void;
  /** What of it is sent. */
  crop: () => Crop;
  cut: (crop: Crop) => void;
  /** As it is turned, uncut. */
  whole: () => Promise<Blob | undefined>;
  retry: () => void;
}

const unchanged = { quarterTurns: 0, crop: wholePicture };
type Chosen = { file: File } & typeof unchanged;

/** `onPath` is told its path once it is there, and an empty one as soon as it is not what is shown. */
export function usePicture(onPath: (path: string) => void): PictureState {
  const [shown, setShown] = useState<Shown>({});
  const chosen = useRef<Chosen>(undefined);
  const underWay = useRef<AbortController>(undefined);
  const url = useRef<string>(undefined);
  useEffect(
    () => () => {
      underWay.current?.abort();
      if (url.current !== undefined) URL.revokeObjectURL(url.current);
    },
    [],
  );

  function show(jpeg: Blob): string {
    if (url.current !== undefined) URL.revokeObjectURL(url.current);
    return (url.current = URL.createObjectURL(jpeg));
  }

  async function send(): Promise<void> {
    underWay.current?.abort();
    const { signal } = (underWay.current = new AbortController());
    const { file, ...how } = chosen.current!;
    onPath('');
    const drawn = await drawPicture(file, how);
    if (signal.aborted) return;
    if (!drawn) return setShown({ fault: 'image-type' });
    const base = { url: show(drawn.jpeg), isBlurred: drawn.sharpness < sharpEnough };
    setShown({ ...base, progress: 0 });
    const onProgress = (progress: number): void => void (!signal.aborted && setShown({ ...base, progress }));
    const sent = await sendPicture(drawn.jpeg, { onProgress, signal });
    if (signal.aborted) return;
    if ('code' in sent) return setShown({ ...base, fault: sent.code });
    setShown(base);
    onPath(sent.path);
  }

  function change(changed: Partial<typeof unchanged>): void {
    if (!chosen.current) return;
    chosen.current = { ...chosen.current, ...changed };
    void send();
  }

  return {
    ...shown,
    choose(file) {
      const fault = fileFault(file);
      if (fault) return setShown((now) => ({ ...now, fault }));
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
    retry: () => void send(),
  };
}

const drawWhole = async (chosen: Chosen | undefined): Promise<Blob | undefined> =>
  chosen && (await drawPicture(chosen.file, { quarterTurns: chosen.quarterTurns }))?.jpeg;
