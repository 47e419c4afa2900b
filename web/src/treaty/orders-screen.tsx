// All orders of one's own, of the kind that was traded last.
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { ContractTab } from '../contracts/own-contracts.ts';
import { OptionOrders } from '../options/option-orders.tsx';
import { needMoreTexts, useText } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { usePreferences } from '../session/preferences.ts';
import { TypeSwitch } from './type-switch.tsx';

const ContractTabs = lazy(async () => {
  const [loaded] = await Promise.all([import('../contracts/contract-tabs.tsx'), needMoreTexts()]);
  return { default: loaded.ContractTabs };
});

export function Screen(): ReactNode {
  const t = useText();
  const type = usePreferences((wishes) => wishes.treatyType);
  const [tab, setTab] = useState<ContractTab>('positions');
  return (
    <Page title={t('options.orders')} back="/contracts">
      <TypeSwitch value={type} className="my-2" />
      {type === 'options' ? (
        <OptionOrders />
      ) : (
        <Suspense fallback={<SkeletonList />}>
          <ContractTabs tab={tab} onTab={setTab} />
        </Suspense>
      )}
    </Page>
  );
}
