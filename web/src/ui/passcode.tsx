// Six boxes for a trade password or the code of a second factor: left to right in every language, and Arabic digits count too.
import { OTPField } from '@base-ui/react/otp-field';
import { latinDigits } from '@candor/wire';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import { useKit } from './kit-provider.tsx';

export interface PasscodeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** All six are there. */
  onComplete?: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  isDisabled?: boolean;
  name?: string;
}

interface PasscodeProps extends PasscodeFieldProps {
  /** Shows dots. */
  isSecret?: boolean;
  isOneTime?: boolean;
}

const length = 6;
/** The field's own check for digits would drop Arabic ones before they can be read. */
const onlyDigits = (text: string): string => latinDigits(text).replace(/\D/g, '');

/** The six digits that money leaves with. */
export const TradePassword = (props: PasscodeFieldProps): ReactNode => <Passcode isSecret {...props} />;

/** The code of a message or of an app: the phone may fill it in. */
export const SecondFactor = (props: PasscodeFieldProps): ReactNode => <Passcode isOneTime {...props} />;

function Passcode(props: PasscodeProps): ReactNode {
  const { label, value, onChange, onComplete, isSecret = false, isOneTime = false, hint, error, isDisabled = false } = props; // oxfmt-ignore
  const id = useId();
  const { word } = useKit();
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="relative flex flex-col gap-1">
      <label id={`${id}-label`} htmlFor={id} className="text-small text-secondary">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={length}
        value={value}
        mask={isSecret}
        disabled={isDisabled}
        validationType="none"
        inputMode="numeric"
        normalizeValue={onlyDigits}
        autoComplete={isOneTime ? 'one-time-code' : 'off'}
        dir="ltr"
        className="flex gap-2"
        // From one box to the next it is not left yet.
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && props.onBlur?.()}
        onValueChange={(next) => onChange(onlyDigits(next))}
        onValueComplete={(next) => onComplete?.(onlyDigits(next))}
        {...(props.name === undefined ? {} : { name: props.name })}
      >
        {Array.from({ length }, (_, place) => (
          <OTPField.Input
            key={place}
            {...(place === 0
              ? {}
              : { 'aria-label': `${label}: ${word('digit', { place: place + 1, count: length })}` })}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            className="figure h-[max(3rem,0.48*var(--r))] min-w-0 flex-1 rounded-control border border-line bg-card text-center text-[max(20px,1.25rem)] font-strong text-text focus:border-accent focus:outline-2 focus:outline-accent aria-invalid:border-danger"
          />
        ))}
      </OTPField.Root>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  );
}
