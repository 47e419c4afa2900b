// A coin for a bank transfer: what is paid, what is received, the fee between them; and what was bought before.
import { queryPurchaseTerms } from '@candor/wire';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useCurrencies } from '../live/in-currency.tsx';
import { VerifyFirst, VerifyPrompt } from '../market/verify-prompt.tsx';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading } from '../ui/text.tsx';
import { BuyForm } from './buy-form.tsx';
import { PurchaseHistory } from './purchase-history.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const currencies = useCurrencies();
  const [isPrompted, setPrompted] = useState(false);
  const verifying = {
    title: t('purchases.verifyTitle'),
    confirm: t('purchases.verifyNow'),
    text: { ofDemo: t('purchases.verifyDemo'), otherwise: t('purchases.verifyText') },
  };
  return (
    <Page title={t('shell.menuBuyCoin')} back="/home">
      <Loaded read={useRead(queryPurchaseTerms, {})}>
        {({ RESULT_LIST: offers, ...terms }) =>
          offers.length === 0 ? (
            <EmptyState icon={Landmark} title={t('purchases.off')} />
          ) : (
            <>
              <VerifyFirst {...verifying} className="mt-2" />
              <BuyForm
                offers={offers}
                terms={terms}
                currencies={currencies.data?.currencies ?? []}
                onUnverified={() => setPrompted(true)}
              />
            </>
          )
        }
      </Loaded>
      {user !== null && (
        <section aria-label={t('purchases.history')} className="mt-6">
          <Heading>{t('purchases.history')}</Heading>
          <PurchaseHistory accountId={user.account_id} />
        </section>
      )}
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} {...verifying} />
    </Page>
  );
}
