// A share of what is possible, by thumb or arrow keys. The browser's own control, so that it is read out and follows the text's direction.
import type { CSSProperties, ReactNode } from 'react';

export interface SliderProps {
  /** Read out. */
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** How it is read out, e.g. "40 sheets". */
  valueText?: string;
  /** Under the track, evenly: 0%, 25%, …; a tap on one goes there. */
  marks?: readonly ReactNode[];
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  valueText,
  marks,
  isDisabled,
  onChange,
}: SliderProps): ReactNode {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div className="flex flex-col">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={Math.max(min, max)}
        step={step}
        value={Math.min(Math.max(min, max), Math.max(min, value))}
        disabled={isDisabled === true || max <= min}
        className="slider"
        style={{ '--share': share } as CSSProperties}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      {marks && (
        // Arrow keys, Home and End go there too.
        <div aria-hidden className="-mb-3 flex justify-between text-tiny text-faint">
          {marks.map((mark, place) => (
            <button
              key={place}
              type="button"
              tabIndex={-1}
              disabled={isDisabled === true || max <= min}
              className="flex min-h-touch min-w-touch justify-center pt-1 first:justify-start last:justify-end"
              onClick={() => onChange(min + Math.floor(((max - min) * place) / (marks.length - 1) / step) * step)}
            >
              {mark}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
