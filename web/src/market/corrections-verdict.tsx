import { getProofKey } from '@candor/wire';
import type { CandleCorrection } from '@candor/wire';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../session/use-read.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Raw, Verdict } from '../ui/verdict.tsx';
import { Unseen } from '../ui/words.tsx';

type Found = { kind: 'sound' } | { kind: 'unsound'; fault: string } | { kind: 'unable' };

/** Checked whenever the list grows: it is short, and nobody should have to ask for it. */
export function CorrectionsVerdict({ corrections }: { corrections: readonly CandleCorrection[] }): ReactNode {
  const t = useText();
  const found = useFound(corrections);
  return (
    <div aria-live="polite">
      {found === undefined ? (
        <>
          <Unseen>{t('corrections.checking')}</Unseen>
          <Skeleton className="h-18 w-full" />
        </>
      ) : found.kind === 'unable' ? (
        <Banner tone="warn" title={t('corrections.unable')} />
      ) : (
        <Card look={found.kind === 'sound' ? 'good' : 'danger'}>
          <Verdict
            icon={found.kind === 'sound' ? ShieldCheck : ShieldX}
            tone={found.kind === 'sound' ? 'good' : 'danger'}
            title={t(`corrections.${found.kind}`)}
            note={
              found.kind === 'sound' ? (
                t('corrections.soundText', { count: corrections.length })
              ) : (
                <Raw>{found.fault}</Raw>
              )
            }
          />
        </Card>
      )}
    </div>
  );
}

function useFound(corrections: readonly CandleCorrection[]): Found | undefined {
  const key = useRead(getProofKey, {}, { freshMs: Infinity });
  const [found, setFound] = useState<Found>();
  const trustedKey = key.data?.public_key;
  useEffect(() => {
    if (trustedKey === undefined) return;
    let isCurrent = true;
    import('./verify-corrections.ts').then(
      ({ findFault }) => {
        const fault = findFault(corrections, trustedKey);
        if (isCurrent) setFound(fault === undefined ? { kind: 'sound' } : { kind: 'unsound', fault });
      },
      () => isCurrent && setFound({ kind: 'unable' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [corrections, trustedKey]);
  return key.isError && trustedKey === undefined ? { kind: 'unable' } : found;
}
