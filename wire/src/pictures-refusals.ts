import type { RefusalKind } from './refusal-kind.ts';

export const picturesRefusals = {
  'image-type': { http: 415, text: 'Only images are supported.' },
  'image-size': { http: 413, text: 'Image size must be less than 10MB.' },
  'upload-failed': { http: 400, text: 'Failed to upload image.' },
  'upload-limit': { http: 429, text: 'Too many images were uploaded today. Try again tomorrow.' },
} as const satisfies Record<string, RefusalKind>;
