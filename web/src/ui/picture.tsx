import { useEffect } from 'react';
import type { ReactNode, RefObject } from 'react';
import { drawResult } from './result-picture.ts';
import type { ResultPicture } from './result-picture.ts';

export interface PictureProps {
  picture: ResultPicture;
  /** Says what is seen. */
  label: string;
  canvas: RefObject<HTMLCanvasElement | null>;
}

/** A result's picture, as large as its place. */
export function Picture({ picture, label, canvas }: PictureProps): ReactNode {
  useEffect(() => {
    if (canvas.current) drawResult(canvas.current, picture);
  }, [canvas, picture]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="mx-auto max-h-[50dvh] max-w-full rounded-card border border-line"
    />
  );
}
