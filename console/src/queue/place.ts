// A place of the console: a page in the navigation, with what lies below its path. The shell finds every `<area>/*-place.tsx`.
import type { Icon } from '@candor/web/ui/button.tsx';
import type { OperatorRole } from '@candor/wire';
import type { ComponentType } from 'react';
import type { TextKey } from '../text/keys.ts';

export interface Place {
  /** Its path, and the name by which the server counts what waits there. */
  name: string;
  title: TextKey;
  icon: Icon;
  /** Where it stands in the navigation. */
  index: number;
  /** Who has it there; everybody unless given. The server decides what they see. */
  roles?: readonly OperatorRole[];
  /** Also for who has no role yet. */
  isOwn?: true;
  /** With `/:id` where it shows one thing at a time. */
  screens: readonly { path: string; Screen: ComponentType }[];
  /** Finds things of this place by what was typed into the command palette. */
  find?: (typed: string) => Promise<readonly FoundThing[]>;
}

export interface FoundThing {
  label: string;
  note?: string;
  to: string;
}
