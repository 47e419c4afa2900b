// The calls about the address that an account is reached at.
import { changeContact, sendContactCode } from '@candor/wire';
import { bindSelf, type BoundCall } from '../../kit/feature.ts';
import type { createChangeContact } from './change-contact.ts';

export const bindContactCalls = (contact: ReturnType<typeof createChangeContact>): BoundCall[] => [
  bindSelf(sendContactCode, async ({ address, language }, context) => {
    await contact.sendCode({ typed: address, language }, context);
    return {};
  }),
  bindSelf(changeContact, ({ user_password, code, message_code, address, address_code }, context) => {
    const proof = { password: user_password, code, messageCode: message_code };
    return contact.change({ typed: address, addressCode: address_code, proof }, context);
  }),
];
