import { lazy, Suspense, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A part that opens over the page: its code is loaded when it first opens, and it stays from then on, as it also has to leave. */
export function whenOpened<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function Opened(props: Props): ReactNode {
    const [wasOpen, setWasOpen] = useState(props.isOpen);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    return wasOpen ? (
      <Suspense>
        <Part {...props} />
      </Suspense>
    ) : null;
  };
}
