// A field whose words are asked for when the typing pauses.
import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Field } from '../ui/field.tsx';
import { FieldIcon } from '../ui/field-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const pauseMs = 300;
/** As many as the call takes. */
const lettersMax = 100;

/** What is typed, and what of it is asked for. */
export function useSearch(): { typed: string; setTyped: (typed: string) => void; asked: string } {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typed.trim() === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped: (next) => setTyped(next.slice(0, lettersMax)), asked };
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps): ReactNode {
  const t = useT();
  return (
    <Field
      label={label}
      hidesLabel
      type="search"
      placeholder={label}
      autoComplete="off"
      enterKeyHint="search"
      value={value}
      onChange={onChange}
      start={<FieldIcon icon={Search} />}
      end={value !== '' && <IconButton icon={X} label={t('content.clearSearch')} onPress={() => onChange('')} />}
    />
  );
}
