// What was agreed, what happened, tick by tick, what was paid, and a button that recomputes all of it here.
import { receiptKinds } from '@candor/wire';
import type { Failure, ReceiptKind } from '@candor/wire';
import { Clock, FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useProducts } from '../session/products.ts';
import { useRefusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { PublicLink } from './public-link.tsx';
import { useReceipt } from './read-receipt.ts';
import { ReceiptLoading } from './receipt-loading.tsx';
import { ShareReceipt } from './share-receipt.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { ordersOf } = useProducts();
  const { kind = '', id = '' } = useParams();
  const known = receiptKinds.find((one) => one === kind);
  return (
    <Page
      title={t('receipts.title')}
      back={(known && ordersOf[known]) ?? '/orders'}
      actions={known && <ShareReceipt kind={known} id={id} />}
    >
      {known ? <KnownReceipt kind={known} id={id} /> : <NotFound list="/orders" />}
    </Page>
  );
}

function KnownReceipt({ kind, id }: { kind: ReceiptKind; id: string }): ReactNode {
  const [t, words] = [useT(), useRefusalText()];
  const { receipts, ordersOf } = useProducts();
  const View = receipts[kind];
  const refused = (failure: Failure): ReactNode => {
    const { code } = failure;
    const [running, ended] = [ordersOf[kind] ?? '/contracts', ordersOf[kind] ?? '/orders'];
    if (code === 'not-settled') return <NotYet title={t('receipts.notSettled')} note={t('receipts.notSettledText')} list={running} />; // oxfmt-ignore
    if (code === 'receipt-follows') return <NotYet title={words(failure)} list={running} />;
    return code === 'not-found' || code === 'not-yours' || code === 'malformed' ? <NotFound list={ended} /> : undefined;
  };
  return (
    <Loaded read={useReceipt(kind, id)} skeleton={<ReceiptLoading />} refused={refused}>
      {({ text, receipt }) => (
        <>
          <View text={text} receipt={receipt} />
          <PublicLink kind={kind} id={id} />
          <TextLink to={`/support/new?about=${id}`}>{t('shell.menuSupport')}</TextLink>
        </>
      )}
    </Loaded>
  );
}

function NotYet({ title, note, list }: { title: string; note?: string; list: string }): ReactNode {
  const t = useT();
  const action = (
    <Button to={list} look="secondary">
      {t('receipts.toOrder')}
    </Button>
  );
  return <EmptyState icon={Clock} title={title} note={note} action={action} className="my-auto" />;
}

function NotFound({ list }: { list: string }): ReactNode {
  const t = useT();
  const action = (
    <Button to={list} look="secondary">
      {t('receipts.toOrders')}
    </Button>
  );
  return (
    <EmptyState
      icon={FileX}
      title={t('receipts.notFound')}
      note={t('receipts.notFoundText')}
      action={action}
      className="my-auto"
    />
  );
}
