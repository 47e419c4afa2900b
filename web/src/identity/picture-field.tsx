import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import { useRefusalText } from '../text/refusal-text.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PhotoField } from '../ui/photo-field.tsx';
import { whenOpened } from '../ui/when-opened.tsx';
import { hasCamera } from './use-camera.ts';
import type { PictureState } from './use-picture.ts';

const CropSheet = whenOpened(async () => (await import('./crop-sheet.tsx')).CropSheet);
const CameraSheet = whenOpened(async () => (await import('./camera-sheet.tsx')).CameraSheet);

interface PictureFieldProps {
  label: string;
  /** Of the document, width by height. */
  aspect: number;
  picture: PictureState;
  field: DraftField<string>;
}

/** A side of the document. */
export function PictureField({ label, aspect, picture, field }: PictureFieldProps): ReactNode {
  const [t, formats, words] = [useT(), useFormats(), useRefusalText()];
  const [isTaking, setTaking] = useState(false);
  const [isCutting, setCutting] = useState(false);
  const { url, progress, fault, isBlurred } = picture;
  const state =
    progress !== undefined
      ? t('identity.uploading', { share: formats.percent(String(progress), { decimals: 0 }) })
      : field.value === ''
        ? undefined
        : t(url === undefined ? 'identity.kept' : isBlurred ? 'identity.blurred' : 'identity.uploaded');
  return (
    <>
      <PhotoField
        label={label}
        hint={t('identity.pictureHint')}
        error={fault ? words({ code: fault, facts: {} }) : field.error}
        url={url}
        progress={progress}
        state={state}
        words={{
          choose: t('identity.choose'),
          take: t('identity.take'),
          turn: t('identity.turn'),
          crop: t('identity.crop'),
          again: t('identity.sendAgain'),
        }}
        onFile={picture.choose}
        onTake={hasCamera() ? () => setTaking(true) : undefined}
        onTurn={picture.turn}
        onCrop={() => setCutting(true)}
        onRetry={fault === 'unreachable' || fault === 'busy' ? picture.retry : undefined}
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
