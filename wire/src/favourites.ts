// The coins that a person starred, the same on every device.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';

const favourites = z.object({
  /** Codes in the order in which they were starred. */
  coins: z.array(z.string()),
  /** False until a list was kept for the first time. */
  is_kept: z.boolean(),
});

export const getFavourites = defineEndpoint({
  method: 'POST',
  path: '/api/user/favourites',
  leaves: 'nothing',
  summary: 'The coins that you starred.',
  who: 'self',
  payload: z.strictObject({}),
  reply: favourites,
  refusals: [],
});

export const keepFavourites = defineEndpoint({
  method: 'POST',
  path: '/api/user/favourites/keep',
  leaves: { perDay: 1000 },
  summary: 'Keep this list of coins in place of the one before: codes with commas between them, or nothing.',
  who: 'self',
  payload: z.strictObject({ coins: text(0, 200) }),
  reply: favourites,
  refusals: ['unknown-coin'],
});
