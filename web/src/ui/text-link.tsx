import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export interface TextLinkProps {
  children: ReactNode;
  /** A path of the app, or with `isDocument` an address outside of it, e.g. /docs. */
  to: string;
  isDocument?: boolean;
  /** Leads to somebody else's site, in a tab of its own that learns nothing of this one. */
  isOutside?: boolean;
  /** Opens a page of the app in a tab of its own, so that what was typed here stays. */
  isAside?: boolean;
  size?: 'small' | 'body';
  className?: string;
}

/** A link by itself: a target of 44 px. Inside a sentence use isInline. */
export function TextLink({
  children,
  to,
  isDocument,
  isOutside,
  isAside,
  size = 'body',
  isInline,
  className,
}: TextLinkProps & { isInline?: boolean }): ReactNode {
  const looks = clsx(
    'text-link',
    isInline ? 'underline underline-offset-2' : 'inline-flex min-h-touch items-center font-medium',
    size === 'small' ? 'text-small' : 'text-body',
    // An address is one long word.
    to.startsWith('mailto:') && 'wrap-anywhere',
    className,
  );
  const away = isOutside
    ? { target: '_blank', rel: 'noopener noreferrer' }
    : isAside && { target: '_blank', rel: 'noopener' };
  return isDocument || isOutside || isAside ? (
    <a href={isAside ? `#${to}` : to} className={looks} {...away}>
      {children}
    </a>
  ) : (
    <Link to={to} className={looks}>
      {children}
    </Link>
  );
}
