declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module 'virtual:more-texts/*' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
