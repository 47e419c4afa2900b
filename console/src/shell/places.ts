// Every place of the console: what an area exports from its `*-place.tsx`.
import type { OperatorRole } from '@candor/wire';
import { tellQueueTitles } from '../overview/queue-titles.ts';
import type { Place } from '../queue/place.ts';

const files = import.meta.glob<{ place: Place }>('../*/*-place.tsx', { eager: true });

export const places: readonly Place[] = Object.values(files)
  .map(({ place }) => place)
  .toSorted((one, other) => one.index - other.index);

export const placesOf = (roles: readonly OperatorRole[]): readonly Place[] =>
  places.filter((place) => place.roles === undefined || place.roles.some((role) => roles.includes(role)));

tellQueueTitles(Object.fromEntries(places.map(({ name, title }) => [name, title])));
