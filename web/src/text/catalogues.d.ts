declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  /** By language and part: the part's areas with their texts by name. */
  export const catalogues: Record<string, Record<string, () => Promise<{ areas: Record<string, Messages> }>>>;
}
