// A result as a picture: looked at first, with or without the amount, then shared or kept. It is made here and sent nowhere.
import type { ContractReceipt } from '@candor/wire';
import { formatAmount } from '@candor/wire';
import { Image } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { useMarket } from '../live/market-states.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { moveOf } from '../ui/change.tsx';
import { Picture } from '../ui/picture.tsx';
import { pictureOf } from '../ui/result-picture.ts';
import type { ResultPicture } from '../ui/result-picture.ts';
import { Sheet } from '../ui/sheet.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { useKit } from '../ui/kit-provider.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';
import { drawnTicks, sumsOf } from './receipt-sums.ts';
import { keepFile } from '../receipts/save-receipt.ts';
import { pointsOf } from '../receipts/tick-line.ts';
import { verifyAddress } from '../receipts/verify-address.ts';

export interface SharePictureProps {
  id: string;
  receipt: ContractReceipt;
}

export function SharePicture({ id, receipt }: SharePictureProps): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" icon={Image} className="flex-1" onPress={() => setOpen(true)}>
        {t('receipts.picture')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('receipts.picture')}>
        {isOpen && <Preview id={id} receipt={receipt} />}
      </Sheet>
    </>
  );
}

function Preview({ id, receipt }: SharePictureProps): ReactNode {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasAmount, setHasAmount] = useState(false);
  const picture = usePicture(receipt, hasAmount);

  async function share(): Promise<void> {
    const blob = canvas.current && (await pictureOf(canvas.current));
    if (!blob) {
      toast.error(t('receipts.notShared'));
      return;
    }
    const file = new File([blob], `candor-${id}.png`, { type: 'image/png' });
    try {
      const canShare = typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
      if (canShare) await navigator.share({ files: [file] });
      else keepFile(file);
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) keepFile(file);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <Picture picture={picture} label={t('receipts.pictureLabel')} canvas={canvas} />
      <Switch
        label={t('receipts.pictureAmount')}
        note={t('receipts.pictureNote')}
        isOn={hasAmount}
        onChange={setHasAmount}
      />
      <SheetFoot>
        <Button isWide onPress={() => void share()}>
          {t('receipts.pictureShare')}
        </Button>
      </SheetFoot>
    </div>
  );
}

function usePicture(receipt: ContractReceipt, hasAmount: boolean): ResultPicture {
  const [t, formats] = [useT(), useFormats()];
  const { direction } = useKit();
  const { source } = useMarket();
  const isDemo = useMode() === 'demo';
  return useMemo(() => {
    const { order, entry, exit, settled_at } = receipt;
    // Nobody takes a picture of test money for one of money.
    const market = isDemo ? [t(source === 'htx' ? 'shell.realPrices' : 'shell.simulated')] : [];
    const sums = sumsOf(receipt);
    const { ticks } = drawnTicks(receipt);
    const span = { fromMs: ticks[0]?.[3] ?? 0, toMs: ticks.at(-1)?.[3] ?? 1 };
    const price = (text: string | undefined): string => formats.decimal(text, { min: 0, max: 18 });
    const money = formats.decimal(formatAmount(sums.net), { min: 2, max: 4 }, true);
    const lever = t('contracts.lever', { lever: formats.whole(order.lever) });
    return {
      brand: 'Candor',
      title: `${t('market.pair', { coin: order.coin })} ${lever}`,
      side: { text: t(`contracts.${order.side}`), isUp: order.side === 'long' },
      figure: formats.percent(sums.roe, { isSigned: true }),
      amount: hasAmount ? `${money} USDT` : undefined,
      move: moveOf(sums.roe),
      points: pointsOf(ticks, span),
      facts: [
        { name: t('contracts.entry'), value: price(entry?.price) },
        { name: t('receipts.exitPrice'), value: price(exit?.price) },
      ],
      foot: [t('receipts.pictureFoot'), `${formats.dateTime(settled_at)} · ${order.trade_id}`, ...market],
      address: verifyAddress(),
      direction,
    };
  }, [receipt, hasAmount, t, formats, direction, isDemo, source]);
}
