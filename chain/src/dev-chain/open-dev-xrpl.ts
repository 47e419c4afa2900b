// The development chain of the XRP Ledger, with the account that all customers share.
import { accountFlags, addressOfPrivateKey, hasFlag } from './dev-xrpl-account.ts';
import { directoryOf, type OpenDevChain } from './dev-chain.ts';
import { devXrplAccountKey } from './dev-wallet.ts';
import { openDevXrpl, type DevXrpl } from './dev-xrpl.ts';

/** In drops: the reserve, and fees for what the account sends itself. */
const firstDrops = 10_000_000n;

export const openDevXrplChain: OpenDevChain = async (directory) => {
  const ledger = await openDevXrpl({ directory: directoryOf(directory, 'xrpl') });
  await makeSharedAccount(ledger, devXrplAccountKey(directory));
  return {
    url: ledger.url,
    usdt: '',
    addBlock: async () => ledger.closeLedger(),
    async send({ asset, to, units }) {
      if (asset !== 'XRP') throw new Error(`the XRP Ledger has no ${asset}`);
      return ledger.send({ to, drops: units });
    },
    // The ledger is a part of this process and ends with it.
    ended: new Promise<void>(() => undefined),
    stop: () => void ledger.close(),
  };
};

/** Makes the account in ledgers 2 and 3, before anybody can be paid; each step is left out if an earlier process took it. */
async function makeSharedAccount(ledger: DevXrpl, key: Uint8Array): Promise<void> {
  const address = addressOfPrivateKey(key);
  if (!ledger.accountOf(address)) await ledger.send({ to: address, drops: firstDrops });
  if (!hasFlag(ledger.accountOf(address)!, 'requireDestTag'))
    await ledger.transact(key, { TransactionType: 'AccountSet', SetFlag: accountFlags.requireDestTag.number });
}
