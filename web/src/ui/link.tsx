import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { addressInBar, isFollowed, navigate } from './address.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app. */
  to: string;
}

/** An anchor within the app. Where one is already, it leads to no second entry of the history. */
export function Link({ to, onClick, children, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const opensElsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || opensElsewhere || !isFollowed()) return;
    event.preventDefault();
    navigate(to, { replace: addressInBar() === to });
  };
  return (
    <a {...rest} href={`#${to}`} onClick={follow}>
      {children}
    </a>
  );
}
