// A picture with a frame over it that is moved and resized: by finger, by arrow keys, and as four sliders by who can't see it.
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { cropEdges, dragged, isUpright, reachOf, withEdge, type Crop, type CropEdge, type LeastLeft } from './crop-rules.ts'; // oxfmt-ignore

export interface CropFrameProps {
  url: string;
  label: string;
  crop: Crop;
  least: LeastLeft;
  words: Readonly<Record<CropEdge, string>>;
  /** How the place of an edge is read out. */
  percent: (value: number) => string;
  onChange: (crop: Crop) => void;
  /** Once it is known, in pixels. */
  onSize: (size: { width: number; height: number }) => void;
}

type Drag = (edges: readonly CropEdge[]) => {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
};

const corners = [
  { edges: ['left', 'top'], look: 'start-0 top-0 -translate-x-1/2 -translate-y-1/2 cursor-nwse-resize' },
  { edges: ['right', 'top'], look: 'end-0 top-0 translate-x-1/2 -translate-y-1/2 cursor-nesw-resize' },
  { edges: ['left', 'bottom'], look: 'start-0 bottom-0 -translate-x-1/2 translate-y-1/2 cursor-nesw-resize' },
  { edges: ['right', 'bottom'], look: 'end-0 bottom-0 translate-x-1/2 translate-y-1/2 cursor-nwse-resize' },
] as const satisfies readonly { edges: readonly CropEdge[]; look: string }[];
const looks: Readonly<Record<CropEdge, string>> = {
  left: 'start-0 inset-y-0 my-auto -translate-x-1/2 cursor-ew-resize',
  right: 'end-0 inset-y-0 my-auto translate-x-1/2 cursor-ew-resize',
  top: 'top-0 inset-x-0 mx-auto -translate-y-1/2 cursor-ns-resize',
  bottom: 'bottom-0 inset-x-0 mx-auto translate-y-1/2 cursor-ns-resize',
};

/** Left is left in every language, as in the picture. */
export function CropFrame({ url, label, crop, least, words, percent, onChange, onSize }: CropFrameProps): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const drag = useDrag(stage, { crop, least, onChange });
  const place = { insetInlineStart: `${crop.left}%`, top: `${crop.top}%`, width: `${crop.right - crop.left}%`, height: `${crop.bottom - crop.top}%` }; // oxfmt-ignore
  return (
    <div dir="ltr" data-keeps-swipe data-theme="dark" className="flex justify-center p-5">
      <div ref={stage} className="relative touch-none select-none">
        <img
          src={url}
          alt={label}
          draggable={false}
          className="block max-h-[50dvh] max-w-full"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
        />
        <div aria-hidden className="absolute inset-0 overflow-hidden">
          <div className="absolute shadow-[0_0_0_100vmax_var(--color-veil)]" style={place} />
        </div>
        <div
          data-part="frame"
          className="absolute cursor-move border-2 border-accent"
          style={place}
          {...drag(cropEdges)}
        >
          {corners.map(({ edges, look }) => (
            <div key={look} className={`absolute grid size-touch place-items-center ${look}`} {...drag(edges)}>
              <span className="size-4 rounded-full border-2 border-accent bg-text" />
            </div>
          ))}
          {cropEdges.map((edge) => (
            <div
              key={edge}
              data-part={edge}
              className={`absolute grid size-touch place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent ${looks[edge]}`}
              {...drag([edge])}
            >
              <span className={`rounded-full bg-text ${isUpright(edge) ? 'h-5 w-1.5' : 'h-1.5 w-5'}`} />
              <input
                type="range"
                aria-label={words[edge]}
                aria-valuetext={percent(crop[edge])}
                {...reachOf(crop, edge, least)}
                value={crop[edge]}
                className="unseen"
                onChange={({ target }) => onChange(withEdge(crop, edge, { to: target.valueAsNumber, least }))}
                onKeyDown={(event) => stepByKey(event, (by) => onChange(withEdge(crop, edge, { to: crop[edge] + by, least })))} // oxfmt-ignore
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, PageUp: -10, PageDown: 10 }; // oxfmt-ignore

/** An edge goes where the arrow points; the browser's own slider would go up for what lies below. */
function stepByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = steps[event.key];
  if (by === undefined) return;
  event.preventDefault();
  move(by);
}

function useDrag(
  stage: { current: HTMLDivElement | null },
  { crop, least, onChange }: Pick<CropFrameProps, 'crop' | 'least' | 'onChange'>,
): Drag {
  const begun = useRef<{ x: number; y: number; crop: Crop }>(undefined);
  return (edges) => ({
    onPointerDown(event) {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      begun.current = { x: event.clientX, y: event.clientY, crop };
    },
    onPointerMove(event) {
      if (!begun.current || !stage.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      event.stopPropagation();
      const { width, height } = stage.current.getBoundingClientRect();
      const [x, y] = [(event.clientX - begun.current.x) / width, (event.clientY - begun.current.y) / height];
      onChange(dragged(begun.current.crop, edges, { x: x * 100, y: y * 100, least }));
    },
  });
}
