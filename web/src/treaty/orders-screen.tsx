// All orders of one's own, of the kind that was traded last.
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContractTab } from '../contracts/own-contracts.ts';
import { OptionOrders } from '../options/option-orders.tsx';
import { needTexts, useT } from '../text/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { useTradeChoices } from '../device/trade-choices.ts';
import { TypeSwitch } from './type-switch.tsx';

const ContractTabs = lazyPart(
  async () => {
    const [{ ContractTabs: Tabs }] = await Promise.all([
      import('../contracts/contract-tabs.tsx'),
      needTexts(['contracts']),
    ]);
    return Tabs;
  },
  <SkeletonList />,
);

export function Screen(): ReactNode {
  const t = useT();
  const type = useTradeChoices(({ treatyType }) => treatyType);
  const [tab, setTab] = useState<ContractTab>('positions');
  return (
    <Page title={t('options.orders')} back="/contracts">
      <TypeSwitch value={type} className="my-2" />
      {type === 'options' ? <OptionOrders /> : <ContractTabs tab={tab} onTab={setTab} />}
    </Page>
  );
}
