// Anyone's receipt, of whichever account: recomputed first, and shown only when nothing in it is wrong.
import type { Receipt } from '@candor/wire';
import { FileX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useProducts } from '../session/products.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { FileField } from '../ui/file-field.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Verdict as VerdictMark } from '../ui/verdict.tsx';
import { runVerification } from './run-verification.ts';
import type { Verdict } from './verification.ts';
import { verdictLooks } from './verify-panel.tsx';

type Finding =
  | { kind: 'none' | 'busy' | 'no-receipt' | 'failed' }
  | { kind: 'done'; text: string; receipt: Receipt; verdict: Verdict };

/** Far above the receipt of a position of years. */
const bytesMax = 50_000_000;

export function Screen(): ReactNode {
  const t = useT();
  const [finding, setFinding] = useState<Finding>({ kind: 'none' });
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  async function judge(file: File): Promise<void> {
    underWay.current?.abort();
    const { signal } = (underWay.current = new AbortController());
    setFinding({ kind: 'busy' });
    const found = await findingOf(file, signal).catch((): Finding => ({ kind: 'failed' }));
    if (!signal.aborted) setFinding(found);
  }

  return (
    <Page title={t('receipts.fileTitle')} back="/proof">
      <div className="flex flex-col gap-3 pt-3">
        <FileField
          label={t('receipts.fileChoose')}
          note={t('receipts.fileNote')}
          accept=".json,.txt,application/json,text/plain"
          onFile={(file) => void judge(file)}
        />
        <div aria-live="polite">
          <Found finding={finding} />
        </div>
        {finding.kind === 'done' && finding.verdict.verdict !== 'refuted' && <Shown {...finding} />}
      </div>
    </Page>
  );
}

async function findingOf(file: File, signal: AbortSignal): Promise<Finding> {
  if (file.size > bytesMax) return { kind: 'no-receipt' };
  const text = await file.text();
  const { readReceiptText } = await import('./verify-receipt.ts');
  const receipt = readReceiptText(text);
  if (receipt === undefined) return { kind: 'no-receipt' };
  const verdict = await runVerification({ text, isWhole: false, signal, onProgress: () => undefined });
  return { kind: 'done', text, receipt, verdict };
}

function Found({ finding }: { finding: Finding }): ReactNode {
  const t = useT();
  switch (finding.kind) {
    case 'none':
      return null;
    case 'busy':
      return <Skeleton className="h-18 w-full" />;
    case 'no-receipt':
      return <EmptyState icon={FileX} title={t('receipts.fileNone')} />;
    case 'failed':
      return (
        <Banner tone="warn" title={t('receipts.verifyUnable')}>
          {t('receipts.verifyUnableText')}
        </Banner>
      );
    case 'done': {
      const { verdict, ticks, checks } = finding.verdict;
      const { tone, icon, title } = verdictLooks[verdict];
      const note =
        verdict === 'refuted'
          ? t('receipts.notVerifiedText', { count: checks.filter(({ ok }) => !ok).length })
          : t('receipts.verifiedText', { ticks, checks: checks.filter(({ ok }) => ok).length });
      return (
        <Card look={tone}>
          <VerdictMark icon={icon} tone={tone} title={t(title)} note={note} />
        </Card>
      );
    }
  }
}

function Shown({ text, receipt }: { text: string; receipt: Receipt }): ReactNode {
  const View = useProducts().receipts[receipt.kind];
  return <View key={text} text={text} receipt={receipt} />;
}
