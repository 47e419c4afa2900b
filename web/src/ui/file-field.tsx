// A file of one's own, dropped on its place or chosen by a tap.
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent, ReactNode, Ref } from 'react';
import { clsx } from 'clsx';
import { Button } from './button.tsx';
import { Note } from './text.tsx';

export interface FileFieldProps {
  /** On the button. */
  label: string;
  /** What file it is for, and what becomes of it. */
  note: string;
  /** As of an input: `.json,.txt`. */
  accept: string;
  onFile: (file: File) => void;
  /** Works on the last one, and takes no other. */
  isBusy?: boolean;
  /** Its button. */
  ref?: Ref<HTMLButtonElement>;
}

export function FileField({ label, note, accept, onFile, isBusy = false, ref }: FileFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file && !isBusy) onFile(file);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // The button does the same for whoever drags nothing.
    <div
      className={clsx(
        'flex flex-col items-center gap-4 rounded-card border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-card',
      )}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Note>{note}</Note>
      <Button ref={ref} icon={FileUp} isBusy={isBusy} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          take(target.files);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
