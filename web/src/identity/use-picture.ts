// One picture of a form: drawn, turned, sent, and sent again.
import type { FailureCode } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
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
  retry: () => void;
}

/** `onPath` is told its path once it is there, and an empty one as soon as it is not what is shown. */
export function usePicture(onPath: (path: string) => void): PictureState {
  const [shown, setShown] = useState<Shown>({});
  const chosen = useRef<{ file: File; quarterTurns: number }>(undefined);
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
    const { file, quarterTurns } = chosen.current!;
    onPath('');
    const drawn = await drawPicture(file, quarterTurns);
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

  return {
    ...shown,
    choose(file) {
      const fault = fileFault(file);
      if (fault) return setShown((now) => ({ ...now, fault }));
      chosen.current = { file, quarterTurns: 0 };
      void send();
    },
    turn() {
      if (!chosen.current) return;
      chosen.current.quarterTurns = (chosen.current.quarterTurns + 1) % 4;
      void send();
    },
    retry: () => void send(),
  };
}
