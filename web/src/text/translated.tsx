// A text with parts that are more than text: <Translated id="…" values={{ amount: <Money … /> }} tags={{ terms: link }} />.
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { TextKey } from './keys.ts';
import { useT } from './texts.ts';

export interface TranslatedProps {
  id: TextKey;
  values?: Record<string, ReactNode>;
  /** `<name>…</name>` in the text becomes what the function makes of the words between. */
  tags?: Record<string, (children: ReactNode) => ReactNode>;
}

const [open, close] = ['\uE000', '\uE001'];

export function Translated({ id, values = {}, tags = {} }: TranslatedProps): ReactNode {
  const t = useT();
  const plain = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isPlain(value) ? value : `${open}${name}${close}`]),
  );
  return withTags(t(id, plain), tags, values);
}

const isPlain = (value: ReactNode): value is string | number => typeof value === 'string' || typeof value === 'number';

function withTags(
  text: string,
  tags: NonNullable<TranslatedProps['tags']>,
  values: Record<string, ReactNode>,
): ReactNode {
  return text.split(/(<(\w+)>.*?<\/\2>)/s).map((part, place, parts) => {
    // The split gives, for each tag, the whole of it and then its name once more.
    if (place % 3 === 2) return null;
    const name = parts[place + 1];
    const make = place % 3 === 1 && name !== undefined ? tags[name] : undefined;
    const inner = place % 3 === 1 && name !== undefined ? part.slice(name.length + 2, -name.length - 3) : part;
    const nodes = withValues(inner, values);
    return <Fragment key={place}>{make ? make(nodes) : nodes}</Fragment>;
  });
}

const withValues = (text: string, values: Record<string, ReactNode>): ReactNode =>
  text
    .split(/\uE000(\w+)\uE001/)
    .map((part, place) => <Fragment key={place}>{place % 2 === 0 ? part : values[part]}</Fragment>);
