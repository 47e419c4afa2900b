declare module 'virtual:console-texts' {
  import type { Messages } from '@lingui/core';
  /** By language: all its texts by `area.name`. */
  export const catalogues: Record<string, () => Promise<{ messages: Messages }>>;
}
