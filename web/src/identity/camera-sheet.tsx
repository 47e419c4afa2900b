// A side of the document is photographed: it is held into a frame, and whoever holds it sees whether it is sharp.
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { sharpEnough } from '../data/sharpness.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CameraView } from '../ui/camera-view.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Note } from '../ui/text.tsx';
import { frameShare, viewAspect } from './frame-rules.ts';
import { lookAt, photograph } from './photograph.ts';
import { useCamera } from './use-camera.ts';

export interface CameraSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** Which side. */
  title: string;
  /** Of the document. */
  aspect: number;
  onPhoto: (photo: File) => void;
}

const lookEveryMs = 400;

export function CameraSheet({ isOpen, onClose, title, aspect, onPhoto }: CameraSheetProps): ReactNode {
  const t = useT();
  const camera = useCamera(isOpen);
  const [video, setVideo] = useState<HTMLVideoElement>();
  const sharpness = useSharpness(camera.state === 'on' ? video : undefined, aspect);
  const isSharp = sharpness !== undefined && sharpness >= sharpEnough;
  const take = async (): Promise<void> => {
    const photo = video && (await photograph(video, aspect));
    if (!photo) return;
    onPhoto(photo);
    onClose();
  };
  const isOff = camera.state === 'refused' || camera.state === 'missing';
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      foot={
        !isOff && (
          <Button isWide isDisabled={sharpness === undefined} onPress={() => void take()}>
            {t('identity.take')}
          </Button>
        )
      }
    >
      {isOff ? (
        <Note>{t(`identity.camera_${camera.state}`)}</Note>
      ) : (
        <CameraView
          stream={camera.state === 'on' ? camera.stream : undefined}
          label={title}
          aspect={viewAspect}
          frame={{ aspect, share: frameShare }}
          isGood={isSharp}
          hint={t(sharpness === undefined ? 'identity.camera_frame' : isSharp ? 'identity.camera_sharp' : 'identity.camera_still')} // oxfmt-ignore
          onPlaying={setVideo}
        />
      )}
    </Sheet>
  );
}

/** Of what lies in the frame, looked at a few times a second; undefined before the first picture. */
function useSharpness(video: HTMLVideoElement | undefined, aspect: number): number | undefined {
  const [sharpness, setSharpness] = useState<number>();
  useEffect(() => {
    if (!video) return;
    const look = (): void => setSharpness(lookAt(video, aspect));
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      clearInterval(timer);
      setSharpness(undefined);
    };
  }, [video, aspect]);
  return sharpness;
}
