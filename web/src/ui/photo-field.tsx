// A place for a photograph: chosen from files or taken with the camera of a phone, seen as soon as it is there.
import { Camera, Crop, ImagePlus, RotateCw } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { AgainButton } from './again-button.tsx';
import { Button } from './button.tsx';
import { FieldNote } from './field.tsx';
import { pictureTypes } from './picture-types.ts';

export interface PhotoFieldProps {
  label: string;
  /** What the picture must show. */
  hint: string;
  error?: string | undefined;
  /** Of the picture that is there. */
  url: string | undefined;
  /** From 0 to 1 while it is on its way. */
  progress: number | undefined;
  /** What is said under the picture: that it is on its way, there, or perhaps not sharp. */
  state: ReactNode;
  words: { choose: string; take: string; turn: string; crop: string; again: string };
  onFile: (file: File) => void;
  /** Opens the camera here; without it, that of the phone takes over. */
  onTake?: (() => void) | undefined;
  onTurn: () => void;
  onCrop: () => void;
  /** Sends it once more; undefined where there is nothing to repeat. Busy while it is on its way. */
  onRetry: (() => void) | undefined;
}

export function PhotoField(props: PhotoFieldProps): ReactNode {
  const { label, hint, error, url, progress, state, words, onFile, onTake, onRetry } = props;
  const id = useId();
  const [file, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const choose = useRef<HTMLButtonElement>(null);
  return (
    <div role="group" aria-label={label} aria-describedby={`${id}-note`} className="flex min-w-0 flex-col gap-2">
      <span className="text-small text-secondary">{label}</span>
      <Frame {...props} />
      <span role="status" className="min-h-5 text-small text-secondary">
        {state}
      </span>
      <div className="flex flex-wrap gap-2">
        <FileInput ref={camera} label={`${label}: ${words.take}`} capture="environment" onFile={onFile} />
        <FileInput ref={file} label={`${label}: ${words.choose}`} onFile={onFile} />
        <Button
          isSmall
          look="secondary"
          icon={Camera}
          className="flex-1"
          label={`${words.take}: ${label}`}
          onPress={() => (onTake ? onTake() : camera.current?.click())}
        >
          {words.take}
        </Button>
        <Button
          ref={choose}
          isSmall
          look="secondary"
          icon={ImagePlus}
          className="flex-1"
          label={`${words.choose}: ${label}`}
          onPress={() => file.current?.click()}
        >
          {words.choose}
        </Button>
        {url !== undefined && <Changes {...props} />}
        {onRetry && (
          <AgainButton
            label={`${words.again}: ${label}`}
            isBusy={progress !== undefined}
            onPress={onRetry}
            next={choose}
          >
            {words.again}
          </AgainButton>
        )}
      </div>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  );
}

function Frame({ url, label, progress }: PhotoFieldProps): ReactNode {
  return (
    <div className="relative grid aspect-[1.586] w-full place-items-center overflow-hidden rounded-card border border-dashed border-line bg-sunk">
      {url === undefined ? (
        <ImagePlus className="size-8 text-faint" strokeWidth={1.5} aria-hidden />
      ) : (
        <img src={url} alt={label} className="size-full object-contain" />
      )}
      {progress !== undefined && (
        <progress value={progress} max={1} aria-label={label} className="absolute inset-x-0 bottom-0 h-1 w-full" />
      )}
    </div>
  );
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  capture?: 'environment';
  onFile: (file: File) => void;
}

function FileInput({ ref, label, capture, onFile }: FileInputProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      accept={capture ? 'image/*' : pictureTypes.join()}
      capture={capture}
      aria-label={label}
      hidden
      onChange={({ target }) => {
        const [chosen] = target.files ?? [];
        if (chosen) onFile(chosen);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
  );
}

/** What is done to a picture that is there, once it has arrived. */
function Changes({ label, words, progress, onTurn, onCrop }: PhotoFieldProps): ReactNode {
  const change = { isSmall: true, look: 'quiet', isBusy: progress !== undefined } as const;
  return (
    <>
      <Button {...change} icon={RotateCw} label={`${words.turn}: ${label}`} onPress={onTurn}>
        {words.turn}
      </Button>
      <Button {...change} icon={Crop} label={`${words.crop}: ${label}`} onPress={onCrop}>
        {words.crop}
      </Button>
    </>
  );
}
