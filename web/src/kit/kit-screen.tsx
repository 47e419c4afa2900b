// Every part of the kit in every state, for those who build with it. Its words are samples and are not translated.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../device/preferences.ts';
import type { ThemePreference } from '../device/preferences.ts';
import { languageNames, languages } from '../text/languages.ts';
import { useLanguage } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Page } from '../ui/page.tsx';
import { Picker } from '../ui/picker.tsx';
import { Switch } from '../ui/switch.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ActSamples } from './act-samples.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { FigureSamples } from './figure-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { FrameSamples } from './frame-samples.tsx';
import { InputSamples } from './input-samples.tsx';
import { MarketSamples } from './market-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { TextSamples } from './text-samples.tsx';

const groups = [
  { value: 'acts', label: 'Acts' },
  { value: 'figures', label: 'Figures' },
  { value: 'charts', label: 'Charts' },
  { value: 'market', label: 'Market' },
  { value: 'inputs', label: 'Inputs' },
  { value: 'forms', label: 'Forms' },
  { value: 'frame', label: 'Frame' },
  { value: 'states', label: 'States' },
  { value: 'texts', label: 'Texts' },
] as const;
type Group = (typeof groups)[number]['value'];

const samples: Record<Group, () => ReactNode> = {
  acts: ActSamples,
  figures: FigureSamples,
  charts: ChartSamples,
  market: MarketSamples,
  inputs: InputSamples,
  forms: FormSamples,
  frame: FrameSamples,
  states: StateSamples,
  texts: TextSamples,
};

export function Screen(): ReactNode {
  const [group, setGroup] = useState<Group>('acts');
  const Samples = samples[group];
  return (
    <Page title="Kit" back="/home">
      <PreferencePanel />
      <Tabs label="Parts" tabs={groups} value={group} onChange={setGroup}>
        <div className="flex flex-col gap-4 pt-4">
          <Samples />
        </div>
      </Tabs>
    </Page>
  );
}

function PreferencePanel(): ReactNode {
  const preferences = usePreferences();
  const language = useLanguage();
  return (
    <Card className="my-3 flex flex-col gap-3">
      <Segmented<ThemePreference>
        label="Theme"
        value={preferences.theme}
        onChange={(theme) => setPreferences({ theme })}
        choices={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'system', label: 'System' },
        ]}
      />
      <Picker
        label="Language"
        items={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        value={language}
        onChange={(chosen) => setPreferences({ language: chosen })}
      />
      <Switch label="Red up" isOn={preferences.isRedUp === true} onChange={(isRedUp) => setPreferences({ isRedUp })} />
    </Card>
  );
}
