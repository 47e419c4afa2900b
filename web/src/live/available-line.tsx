import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { Translated } from '../text/translated.tsx';
import { useT } from '../text/texts.ts';
import { Money } from '../ui/money.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Text } from '../ui/text.tsx';

export interface AvailableLineProps {
  /** USDT; undefined while it is not known. */
  available: string | undefined;
  /** It does not pay for what is wanted. */
  isShort?: boolean;
}

/** What can be spent, and where there is none or too little of it, the way to more. */
export function AvailableLine({ available, isShort = false }: AvailableLineProps): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  const isEmpty = available === '0';
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {!isEmpty && (
        <Text size="small" tone="secondary" className="py-1">
          <Translated
            id="ui.available"
            values={{
              amount: <Money amount={available} coin="USDT" size="small" weight="strong" tone="text" isPrivate />,
            }}
          />
        </Text>
      )}
      {(isEmpty || isShort) && (
        <TextLink to={isDemo ? '/demo' : '/recharge'} size="small">
          {t(isDemo ? 'ui.getTestMoney' : 'shell.menuDeposit')}
        </TextLink>
      )}
    </div>
  );
}
