// One message of a conversation: the own ones at the end side, as phones have them.
import { clsx } from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';

export interface MessageProps {
  /** Who wrote it, in words. */
  author: string;
  /** When, in words. */
  at: ReactNode;
  isOwn: boolean;
  /** As it was typed, with its lines. */
  body: string;
  pictures?: readonly MessagePicture[];
}

export interface MessagePicture {
  src: string;
  label: string;
  /** Where it cannot be shown. */
  missing: string;
}

export const Conversation = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <ol aria-label={label} className="flex flex-col gap-3">
    {children}
  </ol>
);

export function Message({ author, at, isOwn, body, pictures = [] }: MessageProps): ReactNode {
  return (
    <li className={clsx('flex max-w-[85%] min-w-0 flex-col gap-1', isOwn ? 'items-end self-end' : 'self-start')}>
      <span className="flex flex-wrap gap-x-2 text-tiny text-faint">
        <span>{author}</span>
        <span>{at}</span>
      </span>
      <p
        dir="auto"
        className={clsx(
          'max-w-full rounded-card border px-3 py-2 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'border-accent bg-accent-soft' : 'border-line bg-card',
        )}
      >
        {body}
      </p>
      {pictures.map((picture) => (
        <Attached key={picture.src} picture={picture} />
      ))}
    </li>
  );
}

function Attached({ picture: { src, label, missing } }: { picture: MessagePicture }): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return <p className="rounded-card border border-line bg-sunk p-3 text-small text-secondary">{missing}</p>;
  return (
    <img
      src={src}
      alt={label}
      onError={() => setBroken(true)}
      className="max-h-60 max-w-full rounded-card border border-line bg-sunk object-contain"
    />
  );
}
