// One coin on one network: the address with its code, what must be known before sending, and in the demo coins to try it with.
import { takeTestCoins } from '@candor/wire';
import type { DepositWay } from '@candor/wire';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copied } from '../ui/copied.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { QR } from '../ui/qr.tsx';
import { Figure } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { depositList } from './deposit-list.ts';
import { depositUri } from './deposit-uri.ts';

export function WayCard({ way, accountId }: { way: DepositWay; accountId: string }): ReactNode {
  const t = useT();
  const { network_title: network, coin_code: coin, state, reason, address } = way;
  if (state === 'off') {
    return (
      <Banner tone="warn" title={t('deposits.offTitle', { network })}>
        {t(offText(reason))}
      </Banner>
    );
  }
  return (
    <>
      {way.is_test && (
        <Banner tone="info" title={t('deposits.testTitle')}>
          {state === 'starting' ? t('deposits.starting') : t('deposits.testText', { node: way.node })}
        </Banner>
      )}
      {reason !== '' && (
        <Banner tone="warn" title={t('deposits.waitsTitle', { network })}>
          {t('deposits.waitsText')}
        </Banner>
      )}
      {address !== null && <AddressCard way={way} address={address} />}
      <Banner tone="warn" title={t('deposits.sendOnly', { coin, network })}>
        {t('deposits.lost', { coin, network })}
      </Banner>
      {way.is_test && <TestCoins way={way} accountId={accountId} />}
    </>
  );
}

/** If the network is off, a node that is behind or incomplete is shown like a missing node. */
const offText = (reason: DepositWay['reason']) =>
  reason === '' || reason === 'node-behind' || reason === 'node-incomplete'
    ? 'deposits.off_no-node'
    : (`deposits.off_${reason}` as const);

function AddressCard({ way, address }: { way: DepositWay; address: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { coin_code: coin, tag } = way;
  return (
    <Card className="flex flex-col gap-4" label={t('deposits.address')}>
      <div className="flex flex-col items-center gap-3">
        <QR text={depositUri({ ...way, address })} label={t('deposits.qr', { coin, network: way.network_title })} />
        <div className="flex min-w-0 items-center gap-1">
          <span dir="ltr" className="flex min-w-0 flex-wrap justify-center">
            {address.match(/.{1,6}/g)?.map((group, place) => (
              <Figure key={place}>{group}</Figure>
            ))}
          </span>
          <CopyButton text={address} label={t('deposits.address')} />
        </div>
      </div>
      {tag !== null && <Tag address={address} tag={String(tag)} />}
      <Facts>
        <Fact label={t('deposits.min')} note={t('deposits.minNote')}>
          <Money amount={way.min} coin={coin} precision="short" hasCoin size="small" />
        </Fact>
        <Fact label={t('deposits.confirmations')} {...(way.needs_final ? { note: t('deposits.needsFinal') } : {})}>
          <Figure>{formats.whole(way.confirmations)}</Figure>
        </Fact>
        <Fact label={t('deposits.typical')}>
          <bdi>{formats.duration(way.typical_seconds * 1_000)}</bdi>
        </Fact>
      </Facts>
    </Card>
  );
}

/** A deposit without its tag belongs to nobody until an operator has matched it. */
function Tag({ address, tag }: { address: string; tag: string }): ReactNode {
  const t = useT();
  const both = `${address}-${tag}`;
  return (
    <>
      <Banner tone="warn" title={t('deposits.tagNeeded')}>
        {t('deposits.tagMissing')}
      </Banner>
      <Facts>
        <Fact label={t('deposits.tag')}>
          <Copied text={tag} label={t('deposits.tag')} />
        </Fact>
        <Fact label={t('deposits.addressAndTag')} note={t('deposits.addressAndTagNote')}>
          <Copied text={both} label={t('deposits.addressAndTag')} />
        </Fact>
      </Facts>
    </>
  );
}

function TestCoins({ way, accountId }: { way: DepositWay; accountId: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const take = useSend(takeTestCoins, { changes: [depositList.call] });
  async function send(): Promise<void> {
    const { coin_code, network } = way;
    const outcome = await take.send({ user_id: accountId, coin_code, network });
    if (!outcome?.ok) return;
    const { amount } = outcome.data;
    toast.success(t('deposits.testSent', { amount: `${formats.decimal(amount, { min: 0, max: 8 })} ${coin_code}` }));
  }
  return (
    <Button isWide look="secondary" isBusy={take.isSending} onPress={() => void send()}>
      {t('deposits.getTest', { coin: way.coin_code })}
    </Button>
  );
}
