import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { documentKinds, failureReasons, ListedIdentityCase } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

type State = ListedIdentityCase['state'];

export const stateNames: Record<State, TextKey> = {
  review: 'identity.review',
  approved: 'identity.approved',
  failed: 'identity.failed',
  withdrawn: 'identity.withdrawn',
};
export const stateTones: Record<State, BadgeTone> = {
  review: 'accent',
  approved: 'good',
  failed: 'danger',
  withdrawn: 'neutral',
};

export const kindNames: Record<(typeof documentKinds)[number], TextKey> = {
  'identity-card': 'identity.kind_identity-card',
  passport: 'identity.kind_passport',
  'driving-licence': 'identity.kind_driving-licence',
  'residence-permit': 'identity.kind_residence-permit',
};

export const reasonNames: Record<(typeof failureReasons)[number], TextKey> = {
  'picture-unclear': 'identity.reason_picture-unclear',
  'picture-incomplete': 'identity.reason_picture-incomplete',
  'document-expired': 'identity.reason_document-expired',
  'document-unsupported': 'identity.reason_document-unsupported',
  'details-differ': 'identity.reason_details-differ',
  'not-genuine': 'identity.reason_not-genuine',
  'under-age': 'identity.reason_under-age',
  'other-account': 'identity.reason_other-account',
};
