import { refusalCodes } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalText } from '../text/refusal-text.ts';
import { useFormats } from '../text/texts.ts';
import { Article } from '../ui/article.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Text } from '../ui/text.tsx';
import type { Size, Tone } from '../ui/text.tsx';
import { Sample } from './sample.tsx';

const sizes: Size[] = ['tiny', 'small', 'body', 'large', 'title', 'figure'];
const tones: Tone[] = ['text', 'secondary', 'faint', 'link', 'rise', 'fall', 'good', 'warn', 'danger'];
const markdown = '## A heading\n\nText with **weight** and a [link](#/home).\n\n- First\n- Second\n\n> A quotation';
const facts = { seconds: '42', decimals: '4', available: '12.5', min: '5', max: '10000' };

export function TextSamples(): ReactNode {
  const formats = useFormats();
  const words = useRefusalText();
  const [now] = useState(Date.now);
  return (
    <>
      <Sample name="Text">
        {sizes.map((size) => (
          <Text key={size} size={size}>
            {size} 1,204.50
          </Text>
        ))}
        <span className="flex flex-wrap gap-3">
          {tones.map((tone) => (
            <Text key={tone} tone={tone}>
              {tone}
            </Text>
          ))}
        </span>
      </Sample>
      <Sample name="Formats">
        <Facts>
          <Fact label="compact">{formats.compact('3124567890.12')}</Fact>
          <Fact label="dateTime">{formats.dateTime(now, 'seconds')}</Fact>
          <Fact label="time">{formats.time(now, 'milliseconds')}</Fact>
          <Fact label="relative">{formats.relative(now - 190_000, now)}</Fact>
          <Fact label="duration">{[30_000, 60_000, 120_000, 3_600_000].map(formats.duration).join(' · ')}</Fact>
          <Fact label="countdown">{formats.countdown(1_799_000)}</Fact>
          <Fact label="country">{formats.country('CH')}</Fact>
        </Facts>
      </Sample>
      <Sample name="Article">
        <Article source={markdown} />
      </Sample>
      <Sample name="Refusals">
        <Facts>
          {(['unreachable', ...refusalCodes] as const).map((code) => (
            <Fact key={code} label={code}>
              {words({ code, facts })}
            </Fact>
          ))}
        </Facts>
      </Sample>
    </>
  );
}
