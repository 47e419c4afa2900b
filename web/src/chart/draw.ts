// Lines that a person draws on the chart: placed by taps, moved by dragging, kept by the chart's owner.
import type { Chart, Overlay, OverlayCreate } from 'klinecharts';
import { drawingKinds } from './chart-kinds.ts';
import type { DrawingKind } from './chart-kinds.ts';
import type { Drawing } from './chart-preferences.ts';

export interface DrawingState {
  /** Whose points are being placed. */
  kind: DrawingKind | undefined;
  /** A drawing was tapped and can be removed. */
  hasChosen: boolean;
}

export interface DrawingBoard {
  /** The next taps place the points of a new drawing; undefined: no more of that. */
  begin(kind: DrawingKind | undefined): void;
  show(drawings: readonly Drawing[]): void;
  removeChosen(): void;
  setMagnetic(isMagnetic: boolean): void;
  /** The finger places points, or moves a drawing. */
  isHeld(): boolean;
}

export interface DrawingListeners {
  /** A drawing was finished or moved. */
  onDrawn: (drawing: Drawing) => void;
  onErased: (id: string) => void;
  onState: (state: DrawingState) => void;
}

const groupId = 'drawings';

export function openDrawingBoard(chart: Chart, { onDrawn, onErased, onState }: DrawingListeners): DrawingBoard {
  let isMagnetic = true;
  let kind: DrawingKind | undefined;
  let unfinished: string | undefined;
  let chosen: string | undefined;
  let isPressed = false;
  /** What comes and goes by the program is no news to it. */
  let isQuiet = false;
  const mode = (): 'weak_magnet' | 'normal' => (isMagnetic ? 'weak_magnet' : 'normal');
  const finished = (): Overlay[] => chart.getOverlays({ groupId }).filter(({ id }) => id !== unfinished);
  const tellState = (): void => onState({ kind, hasChosen: chosen !== undefined });
  const tell = ({ overlay }: { overlay: Overlay }): void => drawingOf(overlay).forEach(onDrawn);

  function remove(id: string): void {
    isQuiet = true;
    chart.removeOverlay({ id });
    isQuiet = false;
  }

  const overlayOf = (name: DrawingKind): OverlayCreate => ({
    name,
    groupId,
    mode: mode(),
    modeSensitivity: 12,
    onDrawEnd(event) {
      [unfinished, kind] = [undefined, undefined];
      tell(event);
      tellState();
    },
    onPressedMoveStart: () => void (isPressed = true),
    onPressedMoveEnd(event) {
      isPressed = false;
      tell(event);
    },
    onSelected({ overlay }) {
      chosen = overlay.id;
      tellState();
    },
    onDeselected() {
      chosen = undefined;
      tellState();
    },
    onRemoved({ overlay: { id } }) {
      if (chosen === id) chosen = undefined;
      const wasUnfinished = unfinished === id;
      if (wasUnfinished) [unfinished, kind] = [undefined, undefined];
      if (!isQuiet && !wasUnfinished) onErased(id);
      tellState();
    },
  });

  return {
    begin(next) {
      if (unfinished !== undefined) remove(unfinished);
      const id = next === undefined ? null : chart.createOverlay(overlayOf(next));
      unfinished = typeof id === 'string' ? id : undefined;
      kind = next;
      tellState();
    },
    show(drawings) {
      const wanted = new Set(drawings.map(({ id }) => id));
      const shown = new Set(finished().map(({ id }) => id));
      for (const id of shown) if (!wanted.has(id)) remove(id);
      for (const { id, kind: name, points } of drawings) {
        if (!shown.has(id)) chart.createOverlay({ ...overlayOf(name), id, points: [...points] });
      }
    },
    isHeld: () => isPressed || kind !== undefined,
    removeChosen() {
      if (chosen !== undefined) chart.removeOverlay({ id: chosen });
    },
    setMagnetic(next) {
      isMagnetic = next;
      for (const { id } of chart.getOverlays({ groupId })) chart.overrideOverlay({ id, mode: mode() });
    },
  };
}

/** Points beyond what the library can date are not kept, and a drawing needs all of its points. */
function drawingOf({ id, name, points }: Overlay): Drawing[] {
  const kind = drawingKinds.find((one) => one === name);
  const dated = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
  return kind !== undefined && dated.length === points.length ? [{ id, kind, points: dated }] : [];
}
