// A picture to be read closely: larger in steps, moved by scrolling, and turned by quarters.
import { IconButton } from '@candor/web/ui/icon-button.tsx';
import { clsx } from 'clsx';
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { loadPicture } from './load-picture.ts';

export interface PictureViewProps {
  src: string;
  label: string;
  words: { zoomIn: string; zoomOut: string; turn: string; notShown: string };
}

const sizes = ['w-full', 'w-[150%]', 'w-[200%]', 'w-[300%]', 'w-[400%]'];
const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'];

export function PictureView({ src, label, words }: PictureViewProps): ReactNode {
  const [size, setSize] = useState(0);
  const [turn, setTurn] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const url = usePicture(src);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center justify-between">
        <figcaption className="text-small font-strong">{label}</figcaption>
        <div className="flex">
          <IconButton
            icon={ZoomOut}
            label={`${words.zoomOut}: ${label}`}
            isDisabled={size === 0}
            onPress={() => setSize(size - 1)}
          />
          <IconButton
            icon={ZoomIn}
            label={`${words.zoomIn}: ${label}`}
            isDisabled={size === sizes.length - 1}
            onPress={() => setSize(size + 1)}
          />
          <IconButton icon={RotateCw} label={`${words.turn}: ${label}`} onPress={() => setTurn((turn + 1) % 4)} />
        </div>
      </div>
      {isBroken || url === null ? (
        <p className="rounded-card border border-line bg-sunk p-4 text-small text-secondary">{words.notShown}</p>
      ) : (
        // Square, so that a turned picture has the same room. What scrolls is reached by keys too.
        <div
          role="group"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="aspect-square overflow-auto rounded-card border border-line bg-sunk"
        >
          <div className={clsx('aspect-square', sizes[size])}>
            {url !== undefined && (
              <img
                src={url}
                alt={label}
                onError={() => setBroken(true)}
                className={clsx('size-full object-contain', turns[turn])}
              />
            )}
          </div>
        </div>
      )}
    </figure>
  );
}

/** Where it is shown from: undefined while it comes, null where it can't be shown. */
function usePicture(path: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    const asking = new AbortController();
    let made: string | undefined;
    void loadPicture(path, asking.signal).then((picture) => {
      if (asking.signal.aborted) return;
      made = picture && URL.createObjectURL(picture);
      setUrl(made ?? null);
    });
    return () => {
      asking.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [path]);
  return url;
}
