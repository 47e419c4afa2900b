import type { RefusalKind } from './refusal-kind.ts';

export const optionsRefusals = {
  'options-off': { http: 403, text: 'Options are not offered here.' },
  'options-config-unknown': { http: 400, text: 'These terms are not offered any more; reload the offer.' },
  'stake-out-of-range': { http: 400, text: 'The stake must lie between the limits that facts name.' },
} as const satisfies Record<string, RefusalKind>;
