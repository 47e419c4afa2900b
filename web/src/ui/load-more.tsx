// The end of a list that goes on: loads when it comes into view, and has a button for when that does not happen.
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface LoadMoreProps {
  label: string;
  isBusy: boolean;
  onMore: () => void;
}

export function LoadMore({ label, isBusy, onMore }: LoadMoreProps): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const { current } = end;
    if (isBusy || !current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '200px' },
    );
    watch.observe(current);
    return () => watch.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="flex justify-center py-3">
      <Button look="quiet" isBusy={isBusy} onPress={onMore}>
        {label}
      </Button>
    </div>
  );
}
