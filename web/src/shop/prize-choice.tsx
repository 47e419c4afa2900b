// A good that was won: where it goes, or its worth in USDT; afterwards what has become of it.
import { addressLines, givePrizeAddress, takePrizeWorth } from '@candor/wire';
import type { AddressLine, ShopTicket } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Note, Text } from '../ui/text.tsx';
import { ticketChanges } from './shop-list.ts';
import { addressFaults, emptyAddress, type Address } from './shop-rules.ts';

interface PrizeChoiceProps {
  ticket: ShopTicket;
  prize: NonNullable<ShopTicket['prize']>;
}

export function PrizeChoice({ ticket, prize }: PrizeChoiceProps): ReactNode {
  const t = useT();
  if (prize.state === 'taken') return <Banner tone="good" title={t('shop.prize_taken')} />;
  if (prize.state === 'sent') {
    return (
      <Card className="flex flex-col gap-3">
        <Text weight="strong">{t('shop.prize_sent')}</Text>
        <Facts>
          <Fact label={t('shop.carrier')}>
            <bdi>{prize.carrier}</bdi>
          </Fact>
          <Fact label={t('shop.tracking')}>
            <bdi>{prize.tracking}</bdi>
          </Fact>
        </Facts>
      </Card>
    );
  }
  return (
    <Card className="flex flex-col gap-4">
      <Text as="h2" weight="strong">
        {t(prize.state === 'open' ? 'shop.prize_open' : 'shop.prize_addressed')}
      </Text>
      {prize.state === 'open' && <AddressForm ticket={ticket} />}
      <TakeWorth ticket={ticket} />
    </Card>
  );
}

const lines = Object.keys(addressLines) as AddressLine[];
const autoComplete = { name: 'name', street: 'street-address', postcode: 'postal-code', city: 'address-level2', country: 'country-name', phone: 'tel' } as const; // oxfmt-ignore

function AddressForm({ ticket: { user_id, order_id } }: { ticket: ShopTicket }): ReactNode {
  const t = useT();
  const form = useDraft<Address, typeof givePrizeAddress>({
    first: emptyAddress,
    keptAs: { name: `prize ${order_id}`, fields: lines },
    judge: addressFaults,
    call: givePrizeAddress,
    changes: ticketChanges,
    payloadOf: (fields) => ({ user_id, order_id, ...fields }),
    textOf: (code) => (code === 'address-malformed' ? 'shop.lineMissing' : undefined),
    onDone: () => undefined,
  });
  return (
    <Form label={t('shop.address')} className="gap-3" {...form.form}>
      {lines.map((line) => (
        <Field
          key={line}
          label={t(`shop.line_${line}`)}
          autoComplete={autoComplete[line]}
          isOptional={line === 'phone'}
          {...form.field(line)}
        />
      ))}
      <Note>{t('shop.addressNote')}</Note>
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('shop.send')}
      </Button>
    </Form>
  );
}

function TakeWorth({ ticket: { user_id, order_id, period } }: { ticket: ShopTicket }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const take = useSend(takePrizeWorth, { changes: ticketChanges });

  async function takeNow(): Promise<void> {
    await take.send({ user_id, order_id });
    setAsking(false);
  }

  return (
    <>
      <Button look="secondary" isWide onPress={() => setAsking(true)}>
        {t('shop.takeWorth')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('shop.takeWorth')}
        confirm={t('shop.takeWorth')}
        isBusy={take.isSending}
        onConfirm={() => void takeNow()}
      >
        <Facts>
          <Fact label={t('shop.worth')}>
            <Money amount={period.prize} coin="USDT" precision="short" hasCoin size="small" />
          </Fact>
        </Facts>
      </Dialog>
    </>
  );
}
