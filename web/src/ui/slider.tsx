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
  /** Under the track, evenly: 0%, 25%, … */
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
        // A sheet is closed by a swipe: not by one on the slider.
        data-base-ui-swipe-ignore=""
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      {marks && (
        <div aria-hidden className="flex justify-between text-tiny text-faint">
          {marks.map((mark, place) => (
            <span key={place}>{mark}</span>
          ))}
        </div>
      )}
    </div>
  );
}
