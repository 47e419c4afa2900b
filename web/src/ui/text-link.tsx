import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface TextLinkProps {
  children: ReactNode;
  /** A path of the app, or with `isDocument` an address outside of it, e.g. /docs. */
  to: string;
  isDocument?: boolean;
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
  isAside,
  size = 'body',
  isInline,
  className,
}: TextLinkProps & { isInline?: boolean }): ReactNode {
  const looks = clsx(
    'text-link',
    isInline ? 'underline underline-offset-2' : 'inline-flex min-h-touch items-center font-medium',
    size === 'small' ? 'text-small' : 'text-body',
    className,
  );
  return isDocument || isAside ? (
    <a href={isAside ? `#${to}` : to} className={looks} {...(isAside ? { target: '_blank', rel: 'noopener' } : {})}>
      {children}
    </a>
  ) : (
    <Link to={to} className={looks}>
      {children}
    </Link>
  );
}
