import type { RefusalKind } from './refusal-kind.ts';

export const alertsRefusals = {
  'alert-target': { http: 400, text: 'The price or percentage must lie between the limits that facts name.' },
  'alert-reached': { http: 409, text: 'It is there already, so there is nothing to wait for; facts name where it is.' },
  'alert-limit': { http: 409, text: 'There are as many alerts as an account can have; delete one first.' },
  'alert-no-mail': { http: 409, text: 'The account has no e-mail address.' },
  'push-endpoint': { http: 400, text: 'This push service is not one that messages are sent to.' },
} as const satisfies Record<string, RefusalKind>;
