// A receipt that its owner shows to whoever has the address: seen and recomputed without an account.
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useProducts } from '../session/products.ts';
import { useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { ReadReceipt } from './read-receipt.ts';
import { useSharedReceipt } from './read-receipt.ts';
import { ReceiptLoading } from './receipt-loading.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { token = '' } = useParams();
  const gone = (
    <EmptyState icon={FileX} title={t('receipts.sharedGone')} note={t('receipts.sharedGoneText')} className="my-auto" />
  );
  return (
    <Page title={t('receipts.title')} back="/proof">
      <Loaded
        read={useSharedReceipt(token)}
        skeleton={<ReceiptLoading />}
        refused={({ code }) => (code === 'not-found' || code === 'malformed' ? gone : undefined)}
      >
        {(read) => <Shown {...read} />}
      </Loaded>
    </Page>
  );
}

function Shown({ text, receipt }: ReadReceipt): ReactNode {
  const t = useT();
  const View = useProducts().receipts[receipt.kind];
  return (
    <>
      <Banner tone="info" title={t('receipts.sharedBy')} className="mt-3">
        {t('receipts.sharedByText')}
      </Banner>
      <View text={text} receipt={receipt} />
    </>
  );
}
