// Conduct: what may be offered to customers where the platform works, public with all that it ever was.
import { chooseConduct, conductEvent, getConduct, getConductDesk, getConductHistory } from '@candor/wire';
import { product } from '../kit/product.ts';
import type { Conduct } from './open-conduct.ts';

export const conduct = product({
  name: 'conduct',
  calls: [
    { title: 'Conduct', text: 'What may be offered here, now and before.', anyone: [getConduct, getConductHistory] },
  ],
  consoleCalls: [{ title: 'Conduct', text: 'What may be offered here.', operator: [getConductDesk] }],
  acts: [chooseConduct],
  events: [conductEvent],
  unnoticed: { conduct: 'It concerns everybody, and is announced.' },
  logged: [
    { kind: 'conduct-profile', table: 'conduct_profiles' },
    { kind: 'conduct-choice', table: 'conduct_choices' },
  ],
  web: (parts: { conduct: Conduct }) => parts.conduct.web,
});
