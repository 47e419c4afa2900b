// All positions at once: what that would bring now, one question, then one close each.
import { add, closeContract, zero } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverClock } from '../device/server-clock.ts';
import { useLivePrices } from '../live/connection.ts';
import { usePrices } from '../live/use-prices.ts';
import { contractChanges } from './contract-list.ts';
import { useSend } from '../data/use-send.ts';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Gain } from '../ui/gain.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { closeFailure } from './close-rules.ts';
import { closePreview, coinOf } from './position-rules.ts';
import type { ClosePreview } from './position-rules.ts';
import { priceOf } from './ticket-rules.ts';

export function CloseAll({ positions }: { positions: readonly ContractOrderMessage[] }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = useSend(closeContract, {
    changes: contractChanges,
    shows: ({ code }) => closeFailure(code) !== undefined,
  });
  const closable = positions.filter(({ closing }) => closing === null);

  async function closeThem(): Promise<void> {
    setBusy(true);
    const placedAt = serverClock.known();
    let [closing, sent, isCut] = [0, 0, false];
    let failed: TextKey | undefined;
    for (const { trade_id } of closable) {
      const outcome = await close.send({ trade_id }, placedAt);
      if (outcome?.ok) closing++;
      else if (outcome) failed ??= closeFailure(outcome.code);
      if (outcome === undefined || outcome.ok) sent++;
      // Whoever stops waiting wants no later price for the others; nor would they come in time.
      isCut = outcome === undefined || (!outcome.ok && outcome.code === 'placed-too-late');
      if (isCut) break;
    }
    if (failed) toast.error(t(failed));
    setBusy(false);
    setAsking(false);
    if (isCut && sent < closable.length) toast.notice(t('contracts.closeAllCut', { sent, count: closable.length }));
    else if (closing > 0) toast.notice(t('contracts.closeAllSent', { count: closing }));
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <TotalGain positions={positions} />
      <Button look="quiet" isSmall isDisabled={closable.length === 0} onPress={() => setAsking(true)}>
        {t('contracts.closeAll')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('contracts.closeAllTitle', { count: closable.length })}
        confirm={t('contracts.closeAll')}
        look="danger"
        isBusy={isBusy}
        onConfirm={() => void closeThem()}
      >
        {isAsking && <Sum positions={closable} />}
      </Dialog>
    </div>
  );
}

function TotalGain({ positions }: { positions: readonly ContractOrderMessage[] }): ReactNode {
  const t = useT();
  const { pnl } = useSum(positions);
  return (
    <Text size="small" tone="secondary" className="flex flex-wrap items-baseline gap-x-1.5">
      {t('contracts.total')}
      <Gain amount={pnl} precision="cents" hasCoin size="small" />
    </Text>
  );
}

function Sum({ positions }: { positions: readonly ContractOrderMessage[] }): ReactNode {
  const t = useT();
  const { pnl, paid } = useSum(positions);
  return (
    <div className="flex flex-col gap-3">
      <Facts>
        <Fact label={t('contracts.closeGain')}>
          <Gain amount={pnl} hasCoin size="small" weight="normal" />
        </Fact>
        <Fact label={t('contracts.closePaid')}>
          <Money amount={paid} coin="USDT" precision="short" hasCoin size="small" weight="strong" />
        </Fact>
      </Facts>
      <p>{t('contracts.closeNote')}</p>
    </div>
  );
}

/** Of all together at the present prices; undefined until each has one. */
function useSum(positions: readonly ContractOrderMessage[]): Partial<ClosePreview> {
  const prices = usePrices([...new Set(positions.map((order) => coinOf(order).code))]);
  // Without a connection the last prices are old ones.
  const isLive = useLivePrices();
  let [pnl, paid] = [zero, zero];
  for (const order of positions) {
    const price = priceOf(prices.get(coinOf(order).code), coinOf(order));
    if (price === undefined || !isLive) return {};
    const found = closePreview(order, order.open_sheets, price);
    [pnl, paid] = [add(pnl, found.pnl), add(paid, found.paid)];
  }
  return { pnl, paid };
}
