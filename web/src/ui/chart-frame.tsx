// The place of a chart: always left to right, its legend above, with its own loading and error over it.
import { clsx } from 'clsx';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import { Skeleton } from './states.tsx';
import { useKit } from './kit-provider.tsx';

export interface ChartFrameProps {
  label: string;
  isLoading: boolean;
  error?: string | undefined;
  onRetry: () => void;
  className?: string | undefined;
  /** Panes below the prices, each of which adds to the height. */
  extraPanes?: number;
  /** Above the canvas, where it hides nothing. */
  legend?: ReactNode;
  /** Over the canvas, e.g. the figures under the crosshair. */
  over?: ReactNode;
  /** Where both axes meet and nothing is drawn. */
  corner?: ReactNode;
  /** What the chart draws into. */
  ref: Ref<HTMLDivElement>;
}

export function ChartFrame(props: ChartFrameProps): ReactNode {
  const { label, isLoading, error, onRetry, className, extraPanes = 0, legend, over, corner, ref } = props;
  const { word } = useKit();
  return (
    <div
      dir="ltr"
      className={clsx('relative box-content min-w-0 pb-[calc(var(--panes)*4.5rem)]', className)}
      style={{ '--panes': extraPanes } as CSSProperties}
    >
      <div className="absolute inset-0 flex flex-col">
        {legend}
        <div className="relative min-h-0 flex-1">
          <div role="img" aria-label={label} className="absolute inset-0 isolate">
            <div ref={ref} className="size-full" />
          </div>
          {over}
        </div>
      </div>
      <div className="absolute end-0 bottom-0 flex">{corner}</div>
      {isLoading && error === undefined && (
        <div role="status" className="absolute inset-0 flex items-end gap-1.5 bg-page px-4 pb-6">
          <span className="unseen">{word('loading')}</span>
          {heights.map((height, place) => (
            <Skeleton key={place} className={clsx('min-w-0 flex-1', height)} />
          ))}
        </div>
      )}
      {error !== undefined && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-page px-6 text-center"
        >
          <p className="text-secondary">{error}</p>
          <Button look="secondary" isSmall onPress={onRetry}>
            {word('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

const heights = [
  'h-2/5',
  'h-1/2',
  'h-1/3',
  'h-3/5',
  'h-1/2',
  'h-2/3',
  'h-3/5',
  'h-3/4',
  'h-1/2',
  'h-3/5',
  'h-2/5',
  'h-1/2',
];
