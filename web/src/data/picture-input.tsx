// A picture that goes with something: chosen, drawn as it is sent, and sent again where a line was lost.
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useFaultText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { AgainButton } from '../ui/again-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { FileField } from '../ui/file-field.tsx';
import { pictureTypes } from '../ui/picture-types.ts';
import { Note } from '../ui/text.tsx';
import type { PictureState } from './use-picture.ts';

export interface PictureInputProps {
  label: string;
  note: string;
  /** Said while it is on its way. */
  sending: string;
  /** Of the form, whose button waits for it. */
  picture: PictureState;
  /** What is said of what is there already. */
  children?: ReactNode;
}

export function PictureInput({ label, note, sending, picture, children }: PictureInputProps): ReactNode {
  const [t, words] = [useT(), useFaultText()];
  const field = useRef<HTMLButtonElement>(null);
  const { progress, fault, choose, retry } = picture;
  const isSending = progress !== undefined;
  return (
    <div className="flex flex-col gap-2">
      <FileField
        ref={field}
        label={label}
        note={note}
        accept={pictureTypes.join()}
        isBusy={isSending}
        onFile={choose}
      />
      <span role="status">{isSending ? <Note>{sending}</Note> : children}</span>
      {fault && <Banner tone="danger">{words(fault)}</Banner>}
      {retry && (
        <AgainButton isBusy={isSending} onPress={retry} next={field}>
          {t('pictures.sendAgain')}
        </AgainButton>
      )}
    </div>
  );
}
