// What was agreed, what happened, tick by tick, what was paid, and a button that recomputes all of it here.
import { Clock, FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { ContractReceiptView } from './contract-receipt-view.tsx';
import { receiptKinds, useReceipt } from './read-receipt.ts';
import type { ReceiptKind } from './read-receipt.ts';
import { OptionReceiptView } from './receipt-view.tsx';
import { ShareReceipt } from './share-receipt.tsx';

export function Screen(): ReactNode {
  const t = useText();
  const { kind = '', id = '' } = useParams();
  const known = receiptKinds.find((one) => one === kind);
  return (
    <Page title={t('receipts.title')} back="/orders" actions={known && <ShareReceipt />}>
      {known ? <KnownReceipt kind={known} id={id} /> : <NotFound />}
    </Page>
  );
}

function KnownReceipt({ kind, id }: { kind: ReceiptKind; id: string }): ReactNode {
  const words = useRefusalWords();
  const found = useReceipt(kind, id);
  if (found.data) {
    const { text, receipt } = found.data;
    if (receipt.kind === 'option') return <OptionReceiptView id={id} text={text} receipt={receipt} />;
    return <ContractReceiptView id={id} text={text} receipt={receipt} />;
  }
  if (!found.isError) return <ReceiptLoading />;
  const { failure } = found.error;
  if (failure.code === 'not-settled') return <NotSettled />;
  if (failure.code === 'not-found' || failure.code === 'not-yours' || failure.code === 'malformed') return <NotFound />;
  return <ErrorState title={words(failure)} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />;
}

function NotSettled(): ReactNode {
  const t = useText();
  const action = (
    <Button to="/contracts" look="secondary">
      {t('receipts.toOrder')}
    </Button>
  );
  return (
    <EmptyState
      icon={Clock}
      title={t('receipts.notSettled')}
      note={t('receipts.notSettledText')}
      action={action}
      className="my-auto"
    />
  );
}

function NotFound(): ReactNode {
  const t = useText();
  const action = (
    <Button to="/orders" look="secondary">
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

const ReceiptLoading = (): ReactNode => (
  <div className="flex flex-col items-center gap-3 pt-3" aria-hidden>
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-9 w-40" />
    <Skeleton className="mt-2 h-44 w-full" />
    <Skeleton className="h-60 w-full" />
  </div>
);
