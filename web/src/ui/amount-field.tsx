// An amount of a coin: digits that the coin's precision allows, a button for all of it, and steps up and down.
import { add, formatAmount, parseAmount, subtract, wad } from '@candor/wire';
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldBox, FieldNote, fieldInputClass } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { decimalsOfCoin } from './money.tsx';
import { useKit } from './kit-provider.tsx';
import { finishAmount, typeAmount } from './type-amount.ts';

export interface AmountFieldProps {
  label: string;
  coin: string;
  /** Plain decimal text as typed; '' for none. Give it to parseAmount, never to Number. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What the button "max" fills in. */
  max?: string | null | undefined;
  /** How much the buttons add and take; without it there are none. */
  step?: string;
  /** Least that the minus button goes to. */
  min?: string;
  hint?: ReactNode;
  error?: string | undefined;
  hidesLabel?: boolean;
  isDisabled?: boolean;
  /** Fewer decimals than the coin has. */
  decimals?: number;
  ref?: Ref<HTMLInputElement>;
}

export function AmountField(props: AmountFieldProps): ReactNode {
  const { ref, label, coin, value, onChange, max, step, min = '0', hint, error, isDisabled = false } = props;
  const id = useId();
  const { word } = useKit();
  const decimals = props.decimals ?? decimalsOfCoin(coin);

  function stepBy(sign: 1 | -1): void {
    const [now, by, least] = [parseAmount(finishAmount(value)) ?? wad('0'), wad(step ?? '1'), wad(min)];
    const next = sign === 1 ? add(now, by) : subtract(now, by);
    onChange(formatAmount(next < least ? least : next));
  }

  const stepper = (sign: 1 | -1): ReactNode =>
    step !== undefined && (
      <IconButton
        icon={sign === 1 ? Plus : Minus}
        label={word(sign === 1 ? 'increase' : 'decrease')}
        isDisabled={isDisabled}
        onPress={() => stepBy(sign)}
      />
    );

  return (
    <div className="relative flex min-w-0 flex-col gap-1">
      <span id={`${id}-label`} className={props.hidesLabel ? 'unseen' : 'text-small text-secondary'}>
        {label}
      </span>
      <FieldBox isWrong={error !== undefined} isOff={isDisabled}>
        {stepper(-1)}
        <label
          htmlFor={id}
          className={clsx('flex min-w-0 flex-1 items-center', step !== undefined && 'justify-center gap-2')}
        >
          <input
            ref={ref}
            id={id}
            dir="ltr"
            aria-labelledby={`${id}-label`}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0"
            disabled={isDisabled}
            value={value}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            className={clsx(
              fieldInputClass,
              'figure font-strong',
              step === undefined
                ? 'w-full min-w-0 flex-1 text-start rtl:text-end'
                : 'min-w-10 flex-none px-0 text-center [field-sizing:content] max-w-32',
            )}
            onChange={(event) => {
              const typed = typeAmount(event.target.value, decimals);
              if (typed !== undefined) onChange(typed);
            }}
            onBlur={() => {
              const finished = finishAmount(value);
              if (finished !== value) onChange(finished);
              props.onBlur?.();
            }}
          />
          <span className={clsx('shrink-0 text-secondary', step === undefined && 'pe-3')}>{coin}</span>
        </label>
        {max !== undefined && max !== null && (
          <button
            type="button"
            disabled={isDisabled}
            className="min-h-touch shrink-0 px-3 text-small font-strong text-link disabled:text-faint"
            onClick={() => onChange(typeAmount(cut(max, decimals), decimals) ?? '')}
          >
            {word('max')}
          </button>
        )}
        {stepper(1)}
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  );
}

/** More decimals than the field takes are left behind: never more than there is. */
function cut(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}
