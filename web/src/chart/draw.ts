// Lines that a person draws on the chart: placed by taps, moved by dragging, kept by the chart's owner.
import type { Chart, Overlay } from 'klinecharts';
import type { Drawing, DrawingKind } from './chart-wishes.ts';

export interface DrawingBoard {
  /** The next taps place the points of a new drawing. */
  begin(kind: DrawingKind): void;
  show(drawings: readonly Drawing[]): void;
}

const group = 'drawings';

/** `onDrawn` hears of each drawing that is finished or moved. */
export function openDrawingBoard(chart: Chart, onDrawn: (drawing: Drawing) => void): DrawingBoard {
  const tell = ({ overlay }: { overlay: Overlay }): boolean => {
    const points = overlay.points.flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
    );
    onDrawn({ id: overlay.id, kind: overlay.name as DrawingKind, points });
    return false;
  };
  const listeners = { onDrawEnd: tell, onPressedMoveEnd: tell };
  return {
    begin: (kind) => void chart.createOverlay({ name: kind, groupId: group, ...listeners }),
    show(drawings) {
      const wanted = new Set(drawings.map(({ id }) => id));
      const shown = new Set(chart.getOverlays({ groupId: group }).map(({ id }) => id));
      for (const id of shown) if (!wanted.has(id)) chart.removeOverlay({ id });
      for (const { id, kind, points } of drawings) {
        if (!shown.has(id)) chart.createOverlay({ id, name: kind, groupId: group, points: [...points], ...listeners });
      }
    },
  };
}
