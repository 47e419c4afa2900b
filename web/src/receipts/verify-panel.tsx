// The button that trusts nobody, and what it found.
import { ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Verdict as VerdictMark } from '../ui/verdict.tsx';
import { CheckList } from './check-list.tsx';
import { checkTitle } from './check-title.ts';
import { ticksMax, type CheckWords, type Progress, type Verdict } from './verification.ts';
import { runVerification } from './run-verification.ts';
import { Figure, Note } from '../ui/text.tsx';

type Verifying =
  | { kind: 'not-yet' }
  | { kind: 'busy'; progress?: Progress }
  | { kind: 'failed' }
  | { kind: 'done'; verdict: Verdict };

export interface VerifyReceiptProps {
  /** As it was signed. */
  text: string;
  words: CheckWords;
}

export function VerifyReceipt({ text, words }: VerifyReceiptProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [state, setState] = useState<Verifying>({ kind: 'not-yet' });

  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  async function verify(isWhole = false): Promise<void> {
    const { signal } = (underWay.current = new AbortController());
    const show = (next: Verifying): void => void (signal.aborted || setState(next));
    show({ kind: 'busy' });
    try {
      const onProgress = (progress: Progress): void => show({ kind: 'busy', progress });
      show({ kind: 'done', verdict: await runVerification({ text, isWhole, signal, onProgress }) });
    } catch {
      show({ kind: 'failed' });
    }
  }
  function giveUp(): void {
    underWay.current?.abort();
    setState({ kind: 'not-yet' });
  }

  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {state.kind === 'done' ? (
        <Found verdict={state.verdict} words={words} onAgain={() => void verify()} onWhole={() => void verify(true)} />
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
          {state.kind === 'busy' && state.progress !== undefined && state.progress.pages > 1 && (
            <Button look="quiet" isSmall onPress={giveUp}>
              <span className="flex flex-wrap justify-center gap-x-2">
                {/* Seen, not read out at each step. */}
                <span aria-hidden>
                  <Figure>{formats.percent(shareOf(state.progress), { decimals: 0 })}</Figure>
                </span>
                {t('ui.cancel')}
              </span>
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** In hundredths, decimal text. */
const shareOf = ({ done, pages }: Progress): string => `${Math.round((done / pages) * 100) / 100}`;

export const verdictLooks = {
  verified: { tone: 'good', icon: ShieldCheck, title: 'receipts.verified' },
  refuted: { tone: 'danger', icon: ShieldX, title: 'receipts.notVerified' },
  incomplete: { tone: 'warn', icon: ShieldQuestion, title: 'receipts.incomplete' },
} as const;

interface FoundProps {
  verdict: Verdict;
  words: CheckWords;
  onAgain: () => void;
  onWhole: () => void;
}

function Found({ verdict, words, onAgain, onWhole }: FoundProps): ReactNode {
  const t = useT();
  const { tone, icon, title } = verdictLooks[verdict.verdict];
  const note = {
    verified: () => t('receipts.verifiedText', { ticks: verdict.ticks, checks: verdict.checks.length }),
    refuted: () => t('receipts.notVerifiedText', { count: verdict.checks.filter(({ ok }) => !ok).length }),
    incomplete: () =>
      verdict.unchecked.map((name) => t(checkTitle({ name, isNote: true }, words, verdict))).join(' · '),
  };
  return (
    <>
      <Card look={tone}>
        <VerdictMark icon={icon} tone={tone} title={t(title)} note={note[verdict.verdict]()} />
      </Card>
      <Card className="py-1">
        <CheckList verdict={verdict} words={words} />
      </Card>
      {verdict.cutFrom !== undefined && verdict.unchecked.includes('reach') && (
        <EveryTick ticks={verdict.cutFrom} onWhole={onWhole} />
      )}
      <Button look="quiet" isSmall onPress={onAgain}>
        {t('receipts.verifyAgain')}
      </Button>
    </>
  );
}

/** Compares all of a long life, where a phone has room for them. */
function EveryTick({ ticks, onWhole }: { ticks: number; onWhole: () => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (ticks > ticksMax.whole) {
    const figures = { ticks: formats.whole(ticks), most: formats.whole(ticksMax.whole) };
    return <Note>{t('receipts.wholeTooLong', figures)}</Note>;
  }
  return (
    <Button look="secondary" isWide onPress={onWhole}>
      {t('receipts.verifyWhole')}
    </Button>
  );
}
