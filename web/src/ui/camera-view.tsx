// What a camera sees, with a frame over it into which something is held.
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

export interface CameraViewProps {
  /** Undefined while there is none. */
  stream: MediaStream | undefined;
  label: string;
  /** Width by height of the frame, and its width as a share of the view's. */
  frame: { aspect: number; share: number };
  /** Width by height of the whole. */
  aspect: number;
  isGood: boolean;
  /** Under the frame: what to do. */
  hint: string;
  /** Once it plays. */
  onPlaying?: ((video: HTMLVideoElement) => void) | undefined;
}

export function CameraView({ stream, label, frame, aspect, isGood, hint, onPlaying }: CameraViewProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    <div
      data-theme="dark"
      className="relative mx-auto w-full overflow-hidden rounded-card bg-page short:max-w-64"
      style={{ aspectRatio: aspect }}
    >
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={label}
        className="size-full object-cover"
        onPlaying={({ currentTarget }) => onPlaying?.(currentTarget)}
      />
      <div
        aria-hidden
        className={clsx(
          'absolute inset-0 m-auto rounded-card border-2 shadow-[0_0_0_100vmax_var(--color-veil)]',
          isGood ? 'border-rise' : 'border-text',
        )}
        style={{ width: `${frame.share * 100}%`, aspectRatio: frame.aspect }}
      />
      <p role="status" className="absolute inset-x-2 bottom-3 text-center text-small font-strong text-text">
        {hint}
      </p>
    </div>
  );
}
