import type { ReactNode } from 'react';
import { setPreferences } from '../device/preferences.ts';
import { languageNames, languages } from '../text/languages.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { PickerList } from '../ui/picker-sheet.tsx';

const items = languages.map((language) => ({ value: language, label: languageNames[language], lang: language }));

/** Speaks the chosen language at once; one that can't be loaded leaves the words as they were. */
export function Screen(): ReactNode {
  const t = useT();
  const language = useLanguage();
  return (
    <Page title={t('shell.language')} back="/personal">
      <Card isFlush className="mt-3 px-4">
        <PickerList
          label={t('shell.language')}
          items={items}
          value={language}
          onChange={(next) => setPreferences({ language: next })}
        />
      </Card>
    </Page>
  );
}
