// Markdown as elements: what is no text, list, quotation or link stands there as it was written, markup too.
import { lexer } from 'marked';
import type { Token, Tokens } from 'marked';
import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { TextLink } from './text-link.tsx';

/** `source` lies below a heading of the second level. */
export function Article({ source }: { source: string }): ReactNode {
  const content = useMemo(
    () => (isWritten(source) ? blocks(lexer(source)) : <PlainText>{source}</PlainText>),
    [source],
  );
  return <div className="flex flex-col gap-3 text-body text-pretty">{content}</div>;
}

/** What nobody writes, the lexer takes seconds for, or has no stack for: endless paragraphs, and quotations within quotations. */
const isWritten = (source: string): boolean =>
  !/^(?:[ \t]*(?:>|[-*+]|\d+[.)])){10}/m.test(source) &&
  source.split(/\n[ \t]*\n/).every((paragraph) => paragraph.length <= lettersMax);
const lettersMax = 4_000;

const PlainText = ({ children }: { children: string }): ReactNode => (
  <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>
);

const blocks = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, place) => <Fragment key={place}>{block(token as Tokens.Generic)}</Fragment>);

function block(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr className="border-0 border-t border-line" />;
    case 'heading':
      return heading(token as Tokens.Heading);
    case 'list':
      return list(token as Tokens.List);
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-s-2 border-line ps-3 text-secondary">
          {blocks(token.tokens ?? [])}
        </blockquote>
      );
    case 'text':
      return inline(token.tokens ?? [token]);
    default:
      return <p>{token.tokens ? inline(token.tokens) : ((token['text'] as string | undefined) ?? token.raw)}</p>;
  }
}

const heading = ({ depth, tokens }: Tokens.Heading): ReactNode =>
  depth <= 2 ? (
    <h3 className="pt-2 text-large font-strong">{inline(tokens)}</h3>
  ) : (
    <h4 className="pt-1 font-strong">{inline(tokens)}</h4>
  );

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const points = items.map((item, place) => <li key={place}>{blocks(item.tokens)}</li>);
  const looks = 'flex flex-col gap-1.5 ps-6';
  if (!ordered) return <ul className={`list-disc ${looks}`}>{points}</ul>;
  return (
    <ol className={`list-decimal ${looks}`} start={start === '' ? 1 : start}>
      {points}
    </ol>
  );
}

const inline = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, place) => <Fragment key={place}>{word(token as Tokens.Generic)}</Fragment>);

function word(token: Tokens.Generic): ReactNode {
  const within = token.tokens ? inline(token.tokens) : ((token['text'] as string | undefined) ?? token.raw);
  switch (token.type) {
    case 'strong':
      return <strong className="font-strong">{within}</strong>;
    case 'em':
      return <em>{within}</em>;
    case 'del':
      return <del>{within}</del>;
    case 'codespan':
      return <code className="rounded-control bg-sunk px-1">{within}</code>;
    case 'br':
      return <br />;
    case 'html':
      return token.raw;
    case 'link':
      return link(token['href'] as string, within);
    default:
      return within;
  }
}

/** Pages of the app and of others on the web; any other address is text. */
function link(address: string, within: ReactNode): ReactNode {
  if (address.startsWith('#/')) {
    return (
      <TextLink isInline to={address.slice(1)}>
        {within}
      </TextLink>
    );
  }
  return /^https?:\/\//i.test(address) ? (
    <TextLink isInline isOutside to={address}>
      {within}
    </TextLink>
  ) : (
    within
  );
}
