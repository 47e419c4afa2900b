// An alert for any coin: first the coin, then what to wait for.
import { coinOfCode } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AlertSheet } from '../market/alert-sheet.tsx';
import { PairPicker } from '../market/pair-picker.tsx';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';

export function NewAlert(): ReactNode {
  const t = useT();
  const [code, setCode] = useState<CoinCode>('BTC');
  const [step, setStep] = useState<'coin' | 'target'>();
  const choose = (chosen: CoinCode): void => {
    setCode(chosen);
    setStep('target');
  };
  const close = (own: typeof step) => (): void => setStep((now) => (now === own ? undefined : now));
  return (
    <>
      <Button look="secondary" icon={BellPlus} isWide className="mt-3" onPress={() => setStep('coin')}>
        {t('alerts.new')}
      </Button>
      <PairPicker isOpen={step === 'coin'} onClose={close('coin')} coin={code} onChoose={choose} />
      <AlertSheet key={code} coin={coinOfCode(code)!} isOpen={step === 'target'} onClose={close('target')} />
    </>
  );
}
