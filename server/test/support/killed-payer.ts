// A payer whose process ends right after a step, before anything of the step is stored.
import type { NetworkPayer } from '../../src/withdrawals/network-payer.ts';

export const killedPayer = (by: NetworkPayer, at: 'sign' | 'send'): NetworkPayer => ({
  ...by,
  signer: {
    ...by.signer,
    async sign(payment) {
      const answer = await by.signer.sign(payment);
      if (at === 'sign') throw new Error('killed');
      return answer;
    },
  },
  async send(signed) {
    await by.send(signed);
    throw new Error('killed');
  },
});
