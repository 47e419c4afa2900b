import { getProofKey } from '@candor/wire';
import type { CandleCorrection } from '@candor/wire';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Raw, Verdict } from '../ui/verdict.tsx';
import { VisuallyHidden } from '../ui/text.tsx';

type Found = { kind: 'sound' } | { kind: 'unsound'; fault: string } | { kind: 'unable' };

interface Listed {
  corrections: readonly CandleCorrection[];
  trustedKey: string;
}

/** Checked whenever the list grows: it is short, and nobody should have to ask for it. */
export function CorrectionsVerdict({ corrections }: Pick<Listed, 'corrections'>): ReactNode {
  const t = useT();
  const key = useRead(getProofKey, {}, { freshMs: Infinity });
  return (
    <div aria-live="polite">
      <Loaded read={key} skeleton={<Checking />} errorNote={t('corrections.unable')}>
        {({ public_key: trustedKey }) => <CheckedList corrections={corrections} trustedKey={trustedKey} />}
      </Loaded>
    </div>
  );
}

function CheckedList(listed: Listed): ReactNode {
  const t = useT();
  const found = useFound(listed);
  if (found === undefined) return <Checking />;
  if (found.kind === 'unable') return <Banner tone="warn" title={t('corrections.unable')} />;
  const [icon, tone] = found.kind === 'sound' ? ([ShieldCheck, 'good'] as const) : ([ShieldX, 'danger'] as const);
  const count = listed.corrections.length;
  const note = found.kind === 'sound' ? t('corrections.soundText', { count }) : <Raw>{found.fault}</Raw>;
  return (
    <Card look={tone}>
      <Verdict icon={icon} tone={tone} title={t(`corrections.${found.kind}`)} note={note} />
    </Card>
  );
}

function Checking(): ReactNode {
  const t = useT();
  return (
    <>
      <VisuallyHidden>{t('corrections.checking')}</VisuallyHidden>
      <Skeleton className="h-18 w-full" />
    </>
  );
}

function useFound({ corrections, trustedKey }: Listed): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
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
  return found;
}
