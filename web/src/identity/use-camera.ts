// The camera while it is wanted: on when a part shows it, off as soon as it does not.
import { useEffect, useState } from 'react';

export type Camera =
  | { state: 'asking' }
  | { state: 'on'; stream: MediaStream }
  | { state: 'refused' }
  | { state: 'missing' };

/** Of the document's side, as fine as it gets. */
const wanted: MediaStreamConstraints = {
  video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
  audio: false,
};

/** Pages without TLS have no camera, except on the own machine. */
export const hasCamera = (): boolean => (navigator.mediaDevices as MediaDevices | undefined) !== undefined;

export function useCamera(isWanted: boolean): Camera {
  const [camera, setCamera] = useState<Camera>({ state: 'asking' });
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    let stream: MediaStream | undefined;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices.getUserMedia(wanted).then(
      (given) => {
        stream = given;
        if (isLeft) stop();
        else setCamera({ state: 'on', stream: given });
      },
      (error: unknown) => {
        if (!isLeft) setCamera({ state: isRefused(error) ? 'refused' : 'missing' });
      },
    );
    return () => {
      isLeft = true;
      stop();
      setCamera({ state: 'asking' });
    };
  }, [isWanted]);
  return camera;
}

const isRefused = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
