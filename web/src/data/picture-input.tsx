// A picture that goes with something: chosen, drawn as it is sent, and sent again where a line was lost.
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFaultText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { FileField } from '../ui/file-field.tsx';
import { pictureTypes } from '../ui/picture-types.ts';
import { Note } from '../ui/text.tsx';
import { usePicture } from './use-picture.ts';

export interface PictureInputProps {
  label: string;
  note: string;
  /** Said while it is on its way. */
  sending: string;
  /** As `usePicture`'s. */
  onPath: (path: string) => void;
  /** What is said of what is there already. */
  children?: ReactNode;
}

export function PictureInput({ label, note, sending, onPath, children }: PictureInputProps): ReactNode {
  const [t, words] = [useT(), useFaultText()];
  const { progress, fault, choose, retry } = usePicture(onPath);
  const isSending = progress !== undefined;
  return (
    <div className="flex flex-col gap-2">
      {!isSending && <FileField label={label} note={note} accept={pictureTypes.join()} onFile={choose} />}
      <span role="status">{isSending ? <Note>{sending}</Note> : children}</span>
      {fault && (
        <Banner
          tone="danger"
          action={
            retry && (
              <Button isSmall icon={RefreshCw} className="self-start" onPress={retry}>
                {t('pictures.sendAgain')}
              </Button>
            )
          }
        >
          {words(fault)}
        </Banner>
      )}
    </div>
  );
}
