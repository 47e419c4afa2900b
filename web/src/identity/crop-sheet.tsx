// What of a chosen picture is sent: a frame over the whole of it.
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CropFrame } from '../ui/crop-frame.tsx';
import { leastLeft, wholePicture, type Crop } from '../ui/crop-rules.ts';
import { Sheet } from '../ui/sheet.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Note } from '../ui/text.tsx';

export interface CropSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** Which side. */
  title: string;
  /** As it was cut before. */
  crop: Crop;
  /** The picture as it is turned, uncut. */
  whole: () => Promise<Blob | undefined>;
  onCrop: (crop: Crop) => void;
}

/** The server takes none that is smaller. */
const pixelsMin = 200;

export function CropSheet({ isOpen, onClose, title, ...cutting }: CropSheetProps): ReactNode {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      {isOpen && <Cutting title={title} onClose={onClose} {...cutting} />}
    </Sheet>
  );
}

function Cutting({ title, crop: before, whole, onCrop, onClose }: Omit<CropSheetProps, 'isOpen'>): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const url = useUrl(whole);
  const [crop, setCrop] = useState(before);
  const [size, setSize] = useState({ width: pixelsMin, height: pixelsMin });
  const edges = { left: t('identity.edge_left'), top: t('identity.edge_top'), right: t('identity.edge_right'), bottom: t('identity.edge_bottom') }; // oxfmt-ignore
  if (url === undefined) return <SkeletonList rows={3} />;
  return (
    <div className="flex flex-col gap-3">
      <Note>{t('identity.cropHint')}</Note>
      <CropFrame
        url={url}
        label={title}
        crop={crop}
        least={leastLeft(size, pixelsMin)}
        words={edges}
        percent={(value) => formats.percent(String(value / 100), { decimals: 0 })}
        onChange={setCrop}
        onSize={setSize}
      />
      <div className="flex gap-2">
        <Button look="secondary" className="flex-1" onPress={() => setCrop(wholePicture)}>
          {t('identity.cropWhole')}
        </Button>
        <Button
          className="flex-1"
          onPress={() => {
            onClose();
            onCrop(crop);
          }}
        >
          {t('identity.cropUse')}
        </Button>
      </div>
    </div>
  );
}

/** Of the picture as it is when the sheet opens. */
function useUrl(whole: () => Promise<Blob | undefined>): string | undefined {
  const [url, setUrl] = useState<string>();
  const [draw] = useState(() => whole);
  useEffect(() => {
    let made: string | undefined;
    let isLeft = false;
    void draw().then((blob) => {
      if (!blob || isLeft) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    });
    return () => {
      isLeft = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [draw]);
  return url;
}
