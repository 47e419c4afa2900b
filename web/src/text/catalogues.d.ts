declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  export const parts: readonly string[];
  /** Of a part: its areas with their texts by name. */
  export const load: (language: string, part: string) => Promise<{ areas: Record<string, Messages> }>;
}
