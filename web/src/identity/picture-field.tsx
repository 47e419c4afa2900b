import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import type { PictureState } from '../data/use-picture.ts';
import { useFaultText } from '../text/refusal-text.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PhotoField } from '../ui/photo-field.tsx';
import { whenOpened } from '../ui/when-opened.tsx';
import { hasCamera } from './use-camera.ts';

const CropSheet = whenOpened(async () => (await import('./crop-sheet.tsx')).CropSheet);
const CameraSheet = whenOpened(async () => (await import('./camera-sheet.tsx')).CameraSheet);

interface PictureFieldProps {
  label: string;
  /** Of the document, width by height. */
  aspect: number;
  picture: PictureState;
  field: DraftField<string>;
  /** One was handed in before, and is kept no longer. */
  isGone: boolean;
}

/** A side of the document. */
export function PictureField({ label, aspect, picture, field, isGone }: PictureFieldProps): ReactNode {
  const [t, formats, words] = [useT(), useFormats(), useFaultText()];
  const [isTaking, setTaking] = useState(false);
  const [isCutting, setCutting] = useState(false);
  const { url, progress, fault, isBlurred, isSent } = picture;
  const state =
    progress !== undefined
      ? t('identity.uploading', { share: formats.percent(String(progress), { decimals: 0 }) })
      : field.value === ''
        ? isGone && url === undefined
          ? t('identity.gone')
          : undefined
        : t(!isSent ? 'identity.kept' : isBlurred ? 'identity.blurred' : 'identity.uploaded');
  return (
    <>
      <PhotoField
        label={label}
        hint={t('identity.pictureHint')}
        error={fault ? words(fault) : field.error}
        url={url}
        progress={progress}
        state={state}
        words={{
          choose: t('identity.choose'),
          take: t('identity.take'),
          turn: t('identity.turn'),
          crop: t('identity.crop'),
          again: t('pictures.sendAgain'),
        }}
        onFile={picture.choose}
        onTake={hasCamera() ? () => setTaking(true) : undefined}
        onTurn={picture.turn}
        onCrop={() => setCutting(true)}
        onRetry={picture.retry}
      />
      <CropSheet
        isOpen={isCutting}
        onClose={() => setCutting(false)}
        title={label}
        crop={picture.crop()}
        whole={picture.whole}
        onCrop={picture.cut}
      />
      <CameraSheet
        isOpen={isTaking}
        onClose={() => setTaking(false)}
        title={label}
        aspect={aspect}
        onPhoto={picture.choose}
      />
    </>
  );
}
