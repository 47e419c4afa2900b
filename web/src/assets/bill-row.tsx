// One line: what happened and when, what it did to the available money, and what was there afterwards.
import type { Bill } from '@candor/wire';
import { ArrowDownLeft, ArrowUpRight, CircleX, FlaskConical, RotateCcw, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProducts } from '../session/products.ts';
import type { NamesIn } from '../text/keys.ts';
import { useFormats, useT } from '../text/texts.ts';
import type { Icon } from '../ui/button.tsx';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { billLine } from './bill-lines.ts';
import { Figure } from '../ui/text.tsx';

const icons: Partial<Record<NamesIn<'assets'>, Icon>> = {
  billOptionPlaced: ArrowUpRight,
  billOptionReturned: RotateCcw,
  billProfit: Trophy,
  billLoss: CircleX,
  billReturned: RotateCcw,
  billOptionLost: CircleX,
  billTestMoney: FlaskConical,
};

export function BillRow({ bill }: { bill: Bill }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const line = billLine(bill, useProducts().movements);
  const isIn = line.effect === 'in';
  const end = 'ms-auto text-end';
  return (
    <Row
      // Both lines wrap: with large letters the amount goes below the words instead of squeezing them.
      title={
        <span className="flex flex-wrap items-baseline gap-x-3">
          {t(`assets.${line.name}`)}
          <Money
            amount={line.amount}
            coin={bill.coin_code}
            hasCoin
            isPrivate
            isSigned={line.effect !== 'none'}
            tone={isIn ? 'rise' : line.effect === 'none' ? 'faint' : 'text'}
            className={end}
          />
        </span>
      }
      note={
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span>
            {line.product && `${t(`shell.${line.product}`)} · `}
            <Figure>{formats.time(bill.at)}</Figure>
          </span>
          <span className={`flex flex-wrap items-baseline justify-end gap-x-1 ${end}`}>
            {t(line.bucket === 'available' ? 'assets.balanceAfter' : `assets.${line.bucket}`)}
            <Money amount={line.balance} coin={bill.coin_code} isPrivate size="tiny" />
          </span>
        </span>
      }
      start={<RowIcon icon={icons[line.name] ?? (isIn ? ArrowDownLeft : ArrowUpRight)} tone="neutral" />}
      {...(line.to === undefined ? { keepsArrowPlace: true } : { to: line.to })}
    />
  );
}
