// A text that changes many times a second among others like it. It has room of its own size, so that a change is laid out in here
// alone and not once more through every box around; and it writes itself, so that no component is drawn again for it.
import { clsx } from 'clsx';
import { useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';

/** Something that changes: what it is now, and who is told of a change. */
export interface Source<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

export interface TickingTextProps {
  /** Stays the same from one drawing to the next; its text is never empty. */
  source: Source<string>;
  className?: string;
  dir?: 'ltr' | 'auto';
  /** After each change. */
  onChange?: (element: HTMLElement) => void;
}

export function TickingText({ source, className, dir = 'ltr', onChange }: TickingTextProps): ReactNode {
  const element = useRef<HTMLElement>(null);
  const [, drawAgain] = useReducer((turns: number) => turns + 1, 0);
  const text = source.get();
  const width = useWidest(text);
  const shown = useRef({ text, width });
  const tell = useRef(onChange);
  // React compares with what it drew itself, and knows nothing of what was written since.
  useLayoutEffect(() => {
    shown.current = { text, width };
    tell.current = onChange;
    const node = element.current!.firstChild!;
    if (node.nodeValue !== text) node.nodeValue = text;
  });
  useLayoutEffect(() => {
    const follow = (): void => {
      const next = source.get();
      if (next === shown.current.text) return;
      if (widthOf(next) > shown.current.width) drawAgain();
      else element.current!.firstChild!.nodeValue = shown.current.text = next;
      tell.current?.(element.current!);
    };
    follow();
    return source.subscribe(follow);
  }, [source]);
  return <Room ref={element} text={text} width={width} dir={dir} className={className} />;
}

interface StillTextProps {
  text: string;
  className?: string | undefined;
  dir?: 'ltr' | 'auto';
}

/** In room of its own size, drawn by whoever shows it. */
export const StillText = (props: StillTextProps): ReactNode => <Room {...props} width={useWidest(props.text)} />;

/** Without a box of its own around the room, a flex or grid box would lay out all of its parts together. */
const Room = ({
  text,
  width,
  className,
  dir = 'ltr',
  ref,
}: StillTextProps & { width: number; ref?: Ref<HTMLElement> }): ReactNode => (
  <span>
    <bdi
      ref={ref}
      dir={dir}
      className={clsx('still inline-block whitespace-nowrap', className)}
      style={{ inlineSize: `${width}ch` }}
    >
      {text}
    </bdi>
  </span>
);

/** How wide the widest text so far is, in widths of a digit: it only grows, so that neighbours stay where they are. */
function useWidest(text: string): number {
  const [widest, setWidest] = useState(0);
  const width = widthOf(text);
  if (width > widest) setWidest(width);
  return Math.max(width, widest);
}

/** Generously, in widths of a digit; what is not named here is a point, a comma or a space. */
const widths: [signs: RegExp, width: number][] = [
  [/\d/, 1],
  [/[₀-₉]/, 0.75],
  [/\p{Sm}/u, 1.2],
  [/[اأإآلريى]/, 0.62],
  [/[بتثفك]/, 1.6],
  [/\p{Script=Arabic}/u, 1],
  [/–/, 0.9],
  [/\p{Ll}/u, 1.35],
  [/[\p{L}%]/u, 1.75],
  [/\p{Cf}/u, 0],
];

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += widths.find(([signs]) => signs.test(sign))?.[1] ?? 0.53;
  return width;
}
