declare module 'virtual:console-texts' {
  import type { Messages } from '@lingui/core';
  /** By language: all its texts by `area.name`. */
  export const catalogues: Record<string, () => Promise<{ messages: Messages }>>;
}

declare module 'virtual:console-demo-texts' {
  import type { Messages } from '@lingui/core';
  /** By language: the texts that a demo alone needs, by `area.name`. */
  export const demoCatalogues: Record<string, Messages>;
}
