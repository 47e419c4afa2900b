// A chart that has no width for a moment, as when its place is laid out anew, pushes its latest candles past the edge
// and leaves them there: who had them in sight gets them back.
import type { Chart } from 'klinecharts';

/** `distance` is left free behind the latest candle, px. The function that comes back ends it. */
export function keepLatest(chart: Chart, element: HTMLElement, distance: number): () => void {
  let isOpen = true;
  let isInSight = true;
  const look = (): void => {
    isInSight = chart.getOffsetRightDistance() > 0;
  };
  chart.setOffsetRightDistance(distance);
  chart.subscribeAction('onScroll', look);
  chart.subscribeAction('onZoom', look);
  let width = element.clientWidth;
  const sizes = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    // The library takes the new size with the next frame.
    requestAnimationFrame(() => {
      if (isOpen && isInSight && element.clientWidth > 0) chart.setOffsetRightDistance(distance);
    });
  });
  sizes.observe(element);
  return () => {
    isOpen = false;
    sizes.disconnect();
  };
}
