// The button that trusts nobody, and what it found.
import type { Receipt } from '@candor/wire';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Verdict as VerdictMark } from '../ui/verdict.tsx';
import { CheckList } from './check-list.tsx';
import type { Verdict } from './verify-receipt.ts';

type Verifying = { kind: 'not-yet' } | { kind: 'busy' } | { kind: 'failed' } | { kind: 'done'; verdict: Verdict };

export function VerifyReceipt({ text, receipt }: { text: string; receipt: Receipt }): ReactNode {
  const t = useText();
  const [state, setState] = useState<Verifying>({ kind: 'not-yet' });

  async function verify(): Promise<void> {
    setState({ kind: 'busy' });
    try {
      const { verifyReceipt } = await import('./verify-receipt.ts');
      setState({ kind: 'done', verdict: await verifyReceipt(text) });
    } catch {
      setState({ kind: 'failed' });
    }
  }

  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {state.kind === 'done' ? (
        <Found verdict={state.verdict} receipt={receipt} onAgain={() => void verify()} />
      ) : (
        <>
          {state.kind === 'failed' && (
            <Banner tone="warn" title={t('receipts.verifyUnable')}>
              {t('receipts.verifyUnableText')}
            </Banner>
          )}
          <Button icon={ShieldCheck} isWide isBusy={state.kind === 'busy'} onPress={() => void verify()}>
            {t('receipts.verify')}
          </Button>
        </>
      )}
    </div>
  );
}

function Found({ verdict, receipt, onAgain }: { verdict: Verdict; receipt: Receipt; onAgain: () => void }): ReactNode {
  const t = useText();
  const failed = verdict.checks.filter(({ ok }) => !ok).length;
  return (
    <>
      <Card look={verdict.ok ? 'good' : 'danger'}>
        <VerdictMark
          icon={verdict.ok ? ShieldCheck : ShieldX}
          tone={verdict.ok ? 'good' : 'danger'}
          title={t(verdict.ok ? 'receipts.verified' : 'receipts.notVerified')}
          note={
            verdict.ok
              ? t('receipts.verifiedText', { ticks: verdict.ticks, checks: verdict.checks.length })
              : t('receipts.notVerifiedText', { count: failed })
          }
        />
      </Card>
      <Card className="py-1">
        <CheckList checks={verdict.checks} receipt={receipt} ticks={verdict.ticks} />
      </Card>
      <Button look="quiet" isSmall onPress={onAgain}>
        {t('receipts.verifyAgain')}
      </Button>
    </>
  );
}
