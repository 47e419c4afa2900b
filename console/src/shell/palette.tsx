// Ctrl-K: goes to any place, and to whatever the places find by what is typed.
import { isFound, latinDigits } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { FoundThing, Place } from '../queue/place.ts';
import { moveCursor } from '../queue/list-state.ts';
import { useT } from '../text/texts.ts';
import { Options } from '../ui/options.tsx';
import { Panel } from '../ui/panel.tsx';

interface PaletteProps {
  places: readonly Place[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** As the places look it up: in the usual width and digits, without marks that are not seen. */
const plainOf = (typed: string): string => latinDigits(typed.replace(/\p{Cf}/gu, '')).trim();

/** What is typed is looked up when it has stood so long. */
const typedMs = 200;

export function Palette({ places, isOpen, onOpen }: PaletteProps): ReactNode {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) onOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
  return isOpen ? <PalettePanel places={places} onClose={() => onOpen(false)} /> : null;
}

function PalettePanel({ places, onClose }: { places: readonly Place[]; onClose: () => void }): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [cursor, setCursor] = useState<string>();
  const found = useFound(places, plainOf(typed));
  const own = places
    .map(({ name, title }): FoundThing => ({ label: t(title), to: `/${name}` }))
    .filter(({ label }) => isFound(typed, [label]));
  const things = [...own, ...found];
  const keys = things.map(({ to }) => to);
  const chosen = cursor !== undefined && keys.includes(cursor) ? cursor : keys[0];
  const go = (to: string | undefined): void => {
    if (to === undefined) return;
    onClose();
    void navigate(to);
  };
  return (
    <Panel title={t('shell.palette')} onClose={onClose} onConfirm={() => go(chosen)}>
      <Field
        label={t('shell.paletteHint')}
        value={typed}
        onChange={setTyped}
        role="combobox"
        aria-expanded
        aria-controls="palette-options"
        aria-activedescendant={chosen === undefined ? undefined : `option-${keys.indexOf(chosen)}`}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setCursor(moveCursor(keys, chosen, event.key === 'ArrowDown' ? 1 : -1));
        }}
      />
      {things.length === 0 && <Note>{t('shell.paletteNone')}</Note>}
      <Options id="palette-options" label={t('shell.palette')} things={things} chosen={chosen} onChoose={go} />
    </Panel>
  );
}

function useFound(places: readonly Place[], typed: string): readonly FoundThing[] {
  const [found, setFound] = useState<{ typed: string; things: readonly FoundThing[] }>({ typed: '', things: [] });
  useEffect(() => {
    if (typed.length < 2) return;
    let isLate = false;
    const timer = setTimeout(() => {
      void Promise.all(places.map(async ({ find }) => (await find?.(typed)) ?? [])).then((lists) => {
        if (!isLate) setFound({ typed, things: lists.flat() });
      });
    }, typedMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [places, typed]);
  return found.typed === typed ? found.things : [];
}
