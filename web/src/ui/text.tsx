// Text with a role: the only way for screens to choose size, weight and colour.
import { clsx } from 'clsx';
import type { ElementType, ReactNode } from 'react';

export type Tone = 'text' | 'secondary' | 'faint' | 'link' | 'rise' | 'fall' | 'good' | 'warn' | 'danger' | 'inherit';
export type Size = 'tiny' | 'small' | 'body' | 'large' | 'title' | 'figure';
export type Weight = 'normal' | 'medium' | 'strong';

export interface TextProps {
  children: ReactNode;
  as?: 'span' | 'p' | 'div' | 'h1' | 'h2' | 'h3' | 'strong' | 'dt' | 'dd' | 'li' | 'time';
  size?: Size;
  tone?: Tone;
  weight?: Weight;
  align?: 'start' | 'center' | 'end';
  /** One line with an ellipsis instead of a break. */
  isCut?: boolean;
  /** Layout only: margins, flex, grid. */
  className?: string;
  id?: string;
}

export const toneClass: Record<Tone, string> = {
  text: 'text-text',
  secondary: 'text-secondary',
  faint: 'text-faint',
  link: 'text-link',
  rise: 'text-rise',
  fall: 'text-fall',
  good: 'text-good',
  warn: 'text-warn',
  danger: 'text-danger',
  inherit: '',
};
export const sizeClass: Record<Size, string> = {
  tiny: 'text-tiny',
  small: 'text-small',
  body: 'text-body',
  large: 'text-large',
  title: 'text-title',
  figure: 'text-figure',
};
export const weightClass: Record<Weight, string> = {
  normal: 'font-normal',
  medium: 'font-medium',
  strong: 'font-strong',
};
const alignClass = { start: 'text-start', center: 'text-center', end: 'text-end' };

export function Text(props: TextProps): ReactNode {
  const { as = 'span', size = 'body', tone = 'inherit', weight = 'normal', align, isCut, className, id, children } = props; // oxfmt-ignore
  const Element: ElementType = as;
  return (
    <Element
      id={id}
      className={clsx(sizeClass[size], toneClass[tone], weightClass[weight], align && alignClass[align], isCut && 'truncate', className)} // oxfmt-ignore
    >
      {children}
    </Element>
  );
}

/** Heads a part of a page; `end` stands opposite, e.g. a link to all. */
export function Heading({ children, end, className }: { children: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div className={clsx('flex min-h-touch flex-wrap items-center justify-between gap-x-3', className)}>
      <h2 className="max-w-full text-large font-strong wrap-break-word">{children}</h2>
      {end}
    </div>
  );
}

/** Is read out and not seen. */
export const VisuallyHidden = ({
  children,
  as: Element = 'span',
}: {
  children: ReactNode;
  as?: 'span' | 'h1' | 'h2';
}) => <Element className="unseen">{children}</Element>;

/** A figure keeps its direction in every language, and its digits their width. */
export const Figure = ({ children }: { children: ReactNode }): ReactNode => (
  <bdi dir="ltr" className="figure">
    {children}
  </bdi>
);

/** A paragraph beside what matters. */
export const Note = ({ children }: { children: ReactNode }): ReactNode => (
  <Text as="p" size="small" tone="secondary">
    {children}
  </Text>
);
