// Where people of the platform can be reached, and when.
import { z } from 'zod';
import { defineAction, instant } from './endpoint.ts';

export const queryCustomerservice = defineAction({
  name: 'queryCustomerservice',
  summary:
    'How to reach us, and whether somebody is there: on working days from 10:00 to 18:00 in `time_zone`. The two instants are of the present working hours, else of the next.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({
    mail: z.string(),
    time_zone: z.string(),
    is_open: z.boolean(),
    opens_at: instant,
    closes_at: instant,
  }),
  refusals: [],
});
