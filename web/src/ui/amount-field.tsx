// An amount of a coin: any text that means one in the person's language, a button for all of it, and steps up and down.
// The text stays as it is typed until the field is left; what it is read as is handed on, and shown where it looks different.
import { add, coinCodes, currencyCodes, formatAmount, parseAmount, subtract, wad, type Wad } from '@candor/wire';
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldBox, FieldNote, fieldInputClass } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { decimalsOfCoin } from './money.tsx';
import { useKit } from './kit-provider.tsx';
import { readAmount, withPoint, writeAmount, type AmountReading } from './read-amount.ts';

export interface AmountFieldProps {
  label: string;
  coin: string;
  /** Plain decimal text; '' for none; a text that is not read yet, which parseAmount refuses. Never give it to Number. */
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
  const { word, formats } = useKit();
  const [typed, setTyped] = useState<string>();
  const decimals = props.decimals ?? decimalsOfCoin(coin);
  const context = { locale: formats.locale, decimals, codes: [coin, 'USDT', ...coinCodes, ...currencyCodes] };
  // The text of somebody who is typing, unless what is here came from elsewhere.
  const isOwn = typed !== undefined && handedOn(readAmount(typed, context), typed) === value;
  const text = isOwn ? typed : shown(value, formats.locale);
  const reading = readAmount(text, context);
  useReadNow(value, reading, onChange);
  const fault =
    reading.kind === 'unreadable'
      ? word(reading.hasTooManyDecimals ? 'decimalsMax' : 'unreadable', { decimals })
      : error;

  function type(next: string): void {
    setTyped(next);
    onChange(handedOn(readAmount(next, context), next));
  }

  /** A plain amount that nobody typed: shown like one that comes from elsewhere. */
  function fill(plain: string): void {
    setTyped(undefined);
    onChange(plain);
  }

  function stepBy(sign: 1 | -1): void {
    const [now, by, least] = [parseAmount(value) ?? wad('0'), wad(step ?? '1'), wad(min)];
    fill(formatAmount(largest(sign === 1 ? add(now, by) : subtract(now, by), least)));
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
      <FieldBox isWrong={fault !== undefined} isOff={isDisabled}>
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
            // Where a field can't be as wide as its text: about so.
            {...(step !== undefined && { size: Math.max(2, text.length) })}
            disabled={isDisabled}
            value={text}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={`${id}-note`}
            className={clsx(
              fieldInputClass,
              'figure font-strong',
              step === undefined
                ? 'w-full min-w-0 flex-1 text-start rtl:text-end'
                : 'min-w-10 flex-none px-0 text-center [field-sizing:content] max-w-32',
            )}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              setTyped(undefined);
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
            onClick={() => fill(cut(max, decimals))}
          >
            {word('max')}
          </button>
        )}
        {stepper(1)}
      </FieldBox>
      <Reading reading={reading} text={text} coin={coin} onChoose={fill} />
      <FieldNote id={`${id}-note`} error={fault}>
        {hint}
      </FieldNote>
    </div>
  );
}

/** Before a text that is no amount yet: nothing takes it for one, and a draft that is kept still has it. */
const unread = '≈';
const handedOn = (reading: AmountReading, text: string): string => {
  if (reading.kind === 'amount') return reading.plain;
  return reading.kind === 'empty' ? '' : unread + text;
};
/** What was no amount may be one in another coin's decimals or another language: what the field shows is what it holds. */
function useReadNow(value: string, reading: AmountReading, onChange: (plain: string) => void): void {
  const readNow = value.startsWith(unread) && reading.kind === 'amount' ? reading.plain : undefined;
  useEffect(() => {
    if (readNow !== undefined) onChange(readNow);
    // The newest onChange is as good as any.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [readNow]);
}

/** A value as the text of a field that nobody types in. */
const shown = (value: string, locale: string): string => {
  if (value.startsWith(unread)) return value.slice(unread.length);
  return parseAmount(value) === undefined ? value : writeAmount(value, locale);
};

/** What the text is read as, where it isn't plain; where it can be read in two ways, a tap for each. */
function Reading({
  reading,
  text,
  coin,
  onChoose,
}: {
  reading: AmountReading;
  text: string;
  coin: string;
  onChoose: (plain: string) => void;
}): ReactNode {
  const { word, formats } = useKit();
  const written = (plain: string): string => formats.decimal(plain, { min: 0, max: 18 });
  const isPlain =
    reading.kind === 'amount' &&
    parseAmount(withPoint(text.trim(), formats.locale).replace(/\.$/, '')) === parseAmount(reading.plain);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 text-small text-secondary">
      {reading.kind === 'amount' && !isPlain && (
        <bdi dir="ltr" className="figure">
          = {written(reading.plain)} {coin}
        </bdi>
      )}
      {reading.kind === 'ambiguous' && (
        <>
          {word('whichAmount')}
          {reading.readings.map((plain) => (
            <button
              key={plain}
              type="button"
              className="figure min-h-touch px-2 font-strong text-link"
              onClick={() => onChoose(plain)}
            >
              <bdi dir="ltr">{written(plain)}</bdi>
            </button>
          ))}
        </>
      )}
    </div>
  );
}

const largest = (one: Wad, other: Wad): Wad => (one > other ? one : other);

/** More decimals than the field takes are left behind: never more than there is. */
function cut(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return formatAmount(parseAmount(`${whole}.${fraction.slice(0, decimals) || '0'}`) ?? wad('0'));
}
