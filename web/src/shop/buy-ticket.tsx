// Buying a ticket: what leaves and what can come stands there once more before the tap that pays.
import { orderTicket } from '@candor/wire';
import type { Failure, ShopGood, ShopPeriod } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { AvailableLine } from '../live/available-line.tsx';
import { useAvailable } from '../live/use-available.ts';
import { useUser } from '../session/session.ts';
import { useRefusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ticketChanges } from './shop-list.ts';

export function BuyTicket({ good, period }: { good: ShopGood; period: ShopPeriod }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const available = useAvailable();
  const user = useUser();
  const order = useSend(orderTicket, { changes: ticketChanges, shows: () => true });

  async function buy(): Promise<void> {
    const asked = { user_id: user?.account_id ?? '', good_id: good.good_id, periods_id: period.periods_id };
    const outcome = await order.send(asked);
    setAsking(false);
    if (!outcome) return;
    if (outcome.ok) navigate(`/orderSuccess/${outcome.data.orderId}`);
    else setFailure(outcome);
  }

  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  if (user === null) {
    return (
      <Button isWide to="/login">
        {t('shop.logIn')}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {failure && <Refused failure={failure} />}
      <AvailableLine available={available} isShort={false} />
      <Button isWide onPress={() => setAsking(true)}>
        {t('shop.buy')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('shop.buyTitle', { name: good.name })}
        confirm={t('shop.buyNow')}
        isBusy={order.isSending}
        onConfirm={() => void buy()}
      >
        <Facts>
          <Fact label={t('shop.leaves')}>{money(period.price)}</Fact>
          <Fact label={t('shop.ifWon')}>{money(period.prize)}</Fact>
          <Fact label={t('shop.ifNot')}>{money(period.rebate)}</Fact>
          <Fact label={t('shop.ifVoid')}>{money(period.price)}</Fact>
        </Facts>
      </Dialog>
    </div>
  );
}

/** With the way to what would help. */
function Refused({ failure }: { failure: Failure }): ReactNode {
  const [t, words] = [useT(), useRefusalText()];
  const { code, facts } = failure;
  if (code === 'vip-required') {
    return (
      <Banner
        tone="warn"
        title={t('shop.vipTitle', { level: facts['level'] ?? '' })}
        action={<TextLink to="/vip">{t('shop.vipHow')}</TextLink>}
      >
        {t('shop.vipText', { own: facts['own'] ?? '' })}
      </Banner>
    );
  }
  if (code === 'insufficient-balance')
    return (
      <Banner
        tone="warn"
        action={<TextLink to="/recharge">{t('shell.menuDeposit')}</TextLink>}
        title={t('shop.insufficient')}
      />
    );
  if (code === 'already-bought')
    return (
      <Banner tone="info" action={<TextLink to="/myOrder">{t('shop.mine')}</TextLink>} title={t('shop.duplicate')} />
    );
  return <Banner tone="warn" title={words(failure)} />;
}
