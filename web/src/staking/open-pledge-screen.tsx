// Staking under terms: an amount, and in money what it brings and when, before it is sent.
import { openPledge, parseAmount, queryPledgeProducts, wad } from '@candor/wire';
import type { PledgeProduct } from '@candor/wire';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import { AvailableLine } from '../live/available-line.tsx';
import { useAvailable } from '../live/use-available.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate, useParams } from '../ui/address.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { ReviewStep } from '../ui/review-step.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { PledgeForecast } from './pledge-forecast.tsx';
import { pledgeChanges } from './pledge-list.ts';
import { faultsOf, isSoldOut } from './pledge-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  return (
    <Page title={t('staking.open')} back="/myPledge">
      <Loaded read={useRead(queryPledgeProducts, {})}>
        {({ RESULT_LIST, rewards_free: free }) => {
          const product = RESULT_LIST.find(({ pledge_product_id }) => pledge_product_id === id);
          if (!product) return <EmptyState icon={Coins} title={t('staking.gone')} />;
          if (isSoldOut(product, free)) return <EmptyState icon={Coins} title={t('staking.soldOut')} />;
          return <OpenForm product={product} />;
        }}
      </Loaded>
    </Page>
  );
}

function OpenForm({ product }: { product: PledgeProduct }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const available = useAvailable();
  const accountId = useUser()?.account_id ?? '';
  const form = useDraft({
    first: { amount: '', isRenewed: false },
    keptAs: { name: `pledge ${product.pledge_product_id}`, fields: ['amount', 'isRenewed'] },
    judge: (fields) => faultsOf(fields, product, available),
    call: openPledge,
    changes: pledgeChanges,
    payloadOf: ({ amount, isRenewed }) => ({
      account_id: accountId,
      pledge_product_id: product.pledge_product_id,
      config_version: product.config_version,
      amount,
      auto_renew: isRenewed,
    }),
    fieldOf: () => 'amount',
    review: { isOn: true },
    onDone({ pledge_order_id }) {
      toast.success(t('staking.opened'));
      navigate(`/pledge/${pledge_order_id}`, { replace: true });
    },
  });
  const amount = parseAmount(form.fields.amount);
  const preview = (
    <Card look="sunk">
      <PledgeForecast product={product} amount={amount} isRenewed={form.fields.isRenewed} />
    </Card>
  );
  if (form.isReviewing) {
    return (
      <ReviewStep form={form} label={t('staking.open')} confirm={t('staking.confirm')}>
        {preview}
        <Note>{t('staking.rules')}</Note>
      </ReviewStep>
    );
  }
  return (
    <Form label={t('staking.open')} className="gap-3 pt-3" {...form.form}>
      <AmountField
        label={`${t('staking.amount')} · ${formats.length(product.days, 'day')}`}
        coin="USDT"
        max={available}
        {...form.field('amount')}
      />
      <AvailableLine
        available={available}
        isShort={amount !== undefined && available !== undefined && amount > wad(available)}
      />
      {preview}
      <Switch
        label={t('staking.autoRenew')}
        note={t('staking.autoRenewNote')}
        isOn={form.fields.isRenewed}
        onChange={(isRenewed) => form.set({ isRenewed })}
      />
      <Note>{t('staking.rules')}</Note>
      <Button type="submit" isWide>
        {t('staking.review')}
      </Button>
    </Form>
  );
}
