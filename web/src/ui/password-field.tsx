import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { passwordStrength } from './password-strength.ts';
import { useKit } from './kit-provider.tsx';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'end'> {
  /** Of the password as typed so far; shows how strong it is. */
  strengthOf?: string;
}

export function PasswordField({ strengthOf, hint, ...props }: PasswordFieldProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const { word } = useKit();
  const strength = strengthOf === undefined || strengthOf === '' ? undefined : <Strength password={strengthOf} />;
  return (
    <Field
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      {...(strength === undefined && hint === undefined ? {} : { hint: strength ?? hint })}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={word(isShown ? 'hidePassword' : 'showPassword')}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}

const words = ['strengthWeak', 'strengthFair', 'strengthGood', 'strengthStrong'] as const;
const fills = ['bg-danger', 'bg-warn', 'bg-good', 'bg-good'];

function Strength({ password }: { password: string }): ReactNode {
  const { word } = useKit();
  const strength = passwordStrength(password);
  return (
    <span className="flex items-center gap-2">
      <span className="flex flex-1 gap-1" aria-hidden>
        {words.map((name, place) => (
          <span
            key={name}
            className={clsx('h-1 flex-1 rounded-full', place <= strength ? fills[strength] : 'bg-sunk')}
          />
        ))}
      </span>
      {word('strength', { strength: word(words[strength]) })}
    </span>
  );
}
