// A list with its end: goes on when that comes near, and has a button for when it does not.
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from './loaded.tsx';
import type { LoadedProps } from './loaded.tsx';
import type { ListRead } from './use-list.ts';

export interface PagedListProps<Item> extends Pick<LoadedProps<readonly Item[]>, 'skeleton' | 'empty'> {
  list: ListRead<Item>;
  render: (items: readonly Item[]) => ReactNode;
}

export function PagedList<Item>({ list, render, ...states }: PagedListProps<Item>): ReactNode {
  return (
    <Loaded<readonly Item[]> read={list} {...states}>
      {(items) => (
        <>
          {render(items)}
          {list.more.exists && <End more={list.more} />}
        </>
      )}
    </Loaded>
  );
}

/** After a failure it goes on by the button only. */
function End({ more }: { more: ListRead<unknown>['more'] }): ReactNode {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const { isLoading, hasFailed, load } = more;
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (isLoading || hasFailed || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '200px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isLoading, hasFailed]);
  return (
    <div ref={end} className="flex justify-center py-3">
      <Button look="quiet" isBusy={isLoading} onPress={load}>
        {t(hasFailed ? 'ui.retry' : 'ui.more')}
      </Button>
    </div>
  );
}
