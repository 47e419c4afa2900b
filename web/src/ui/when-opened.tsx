import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** A part that opens over the page: its code is loaded when it first opens, and it stays from then on, as it also has to leave. */
export function whenOpened<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Part = lazyPart(load);
  return function Opened(props: Props): ReactNode {
    const [wasOpen, setWasOpen] = useState(props.isOpen);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    return wasOpen ? <Part {...props} /> : null;
  };
}
