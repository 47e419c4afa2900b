// The way in that a demo alone has, in a file of its own: the console keeps it in a chunk that no other server sends.
import { z } from 'zod';
import { defineEndpoint, wholeNumber } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';
import { signedInOperator } from './operators.ts';

export const tryRole = defineEndpoint({
  method: 'POST',
  path: '/api/operators/try-as',
  summary:
    'A session of somebody with this role, to look around; `person` 2 is another one, who may approve what 1 proposed.',
  who: 'anyone',
  isDemoOnly: true,
  payload: z.strictObject({ role: z.enum(operatorRoles), person: wholeNumber(1, 2).default(1) }),
  reply: signedInOperator,
  refusals: [],
});
