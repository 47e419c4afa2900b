// The tools for drawing in a row: one is chosen, then the chart takes its points.
import type { MarketSymbol } from '@candor/wire';
import { AlignJustify, Brush, Equal, Magnet, Minus, MoveUpRight, SeparatorVertical, Slash, Trash2, TrendingUp, Eraser } from 'lucide-react'; // oxfmt-ignore
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../text/texts.ts';
import type { Icon } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Text } from '../ui/text.tsx';
import { drawingKinds } from './chart-kinds.ts';
import type { DrawingKind } from './chart-kinds.ts';
import { setChartPreferences, setDrawings, useChartPreferences } from './chart-preferences.ts';
import type { DrawingBoard, DrawingState } from './draw.ts';

const icons: Record<DrawingKind, Icon> = {
  segment: TrendingUp,
  rayLine: MoveUpRight,
  straightLine: Slash,
  horizontalStraightLine: Minus,
  verticalStraightLine: SeparatorVertical,
  parallelStraightLine: Equal,
  fibonacciLine: AlignJustify,
  brush: Brush,
};

export interface DrawingBarProps {
  symbol: MarketSymbol;
  state: DrawingState;
  board: RefObject<DrawingBoard | undefined>;
}

export function DrawingBar({ symbol, state, board }: DrawingBarProps): ReactNode {
  const t = useT();
  const { isMagnetic, drawings } = useChartPreferences();
  const count = drawings[symbol]?.length ?? 0;
  const [asksAll, setAsksAll] = useState(false);
  return (
    <div className="flex flex-col">
      <div role="toolbar" aria-label={t('chart.drawTools')} className="scroll-row flex">
        {drawingKinds.map((kind) => (
          <IconButton
            key={kind}
            icon={icons[kind]}
            label={t(`chart.${kind}`)}
            isPressed={state.kind === kind}
            onPress={() => board.current?.begin(state.kind === kind ? undefined : kind)}
          />
        ))}
        <IconButton
          icon={Magnet}
          label={t('chart.magnet')}
          isPressed={isMagnetic}
          onPress={() => setChartPreferences((preferences) => ({ isMagnetic: !preferences.isMagnetic }))}
        />
        <IconButton
          icon={Eraser}
          label={t('chart.removeChosen')}
          isDisabled={!state.hasChosen}
          onPress={() => board.current?.removeChosen()}
        />
        <IconButton icon={Trash2} label={t('chart.clear')} isDisabled={count === 0} onPress={() => setAsksAll(true)} />
      </div>
      <Text as="p" size="tiny" tone="secondary" className="px-3 pb-1">
        <span role="status">{t(state.kind === undefined ? 'chart.drawChoose' : 'chart.drawHint')}</span>
      </Text>
      <Dialog
        isOpen={asksAll}
        onClose={() => setAsksAll(false)}
        title={t('chart.clearTitle', { count })}
        confirm={t('chart.clear')}
        look="danger"
        onConfirm={() => {
          setDrawings(symbol, () => []);
          setAsksAll(false);
        }}
      >
        {t('chart.clearText')}
      </Dialog>
    </div>
  );
}
