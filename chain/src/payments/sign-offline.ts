// Signs a file of payments by the rules of the signer's socket, on a machine without a network, and writes the answers to a file.
import { formatAmount } from '@candor/wire';
import { unitsToWad, type BaseUnits } from '../networks/amounts.ts';
import { networkNames, networks, type NetworkCoin, type NetworkName } from '../networks/networks.ts';
import { requireKey } from './make-signer.ts';
import {
  digestOf,
  readExportFile,
  requireReplaceable,
  writeOfflineFile,
  type AnswerFile,
  type OfflineAnswer,
  type UnsignedPayment,
} from './offline-file.ts';
import { canSignOffline } from './offline-networks.ts';
import { openSigner, type OpenedSigner } from './open-signer.ts';
import { readApprovals } from './read-approvals.ts';
import { takeDirectory } from './take-directory.ts';

interface Asking {
  now: () => number;
  /** Shows a text to the signer's owner. */
  show: (text: string) => void;
  /** Returns true if the owner confirms. */
  confirm: (question: string) => Promise<boolean>;
}

/** Opens the signer of a directory that no other process uses meanwhile. The key must be there already. */
async function withSigner<Result>(
  directory: string,
  now: () => number,
  work: (signer: OpenedSigner) => Promise<Result>,
): Promise<Result> {
  requireKey(directory);
  const taken = await takeDirectory(directory, (socket) => socket.destroy());
  try {
    const signer = await openSigner(directory, { now });
    return await work(signer).finally(() => signer.close());
  } finally {
    taken.close();
  }
}

/** Writes the wallets file of the engine. Returns the networks of the policy that it leaves out, as their payments expire too soon. */
export const writeWallets = (directory: string, path: string, { now }: Pick<Asking, 'now'>): Promise<NetworkName[]> =>
  withSigner(directory, now, async ({ policy, wallets }) => {
    const named = networkNames.filter((network) => policy.networks[network]);
    const offline = named.filter(canSignOffline);
    writeOfflineFile(path, {
      candor: 'signer-wallets',
      wallets: Object.fromEntries(offline.map((network) => [network, wallets[network]!])),
      policy: {
        ...policy,
        networks: Object.fromEntries(offline.map((network) => [network, policy.networks[network]!])),
      },
    });
    return named.filter((network) => !canSignOffline(network));
  });

/** Returns the answers that it wrote; undefined if the owner did not confirm, so that nothing was signed. */
export const signFile = (
  directory: string,
  { exported, answered }: { exported: string; answered: string },
  { now, show, confirm }: Asking,
): Promise<AnswerFile | undefined> =>
  withSigner(directory, now, async (signer) => {
    requireReplaceable(answered, 'signer-answer');
    const { deployment, payments } = readExportFile(exported);
    for (const [place, payment] of payments.entries()) show(`${place + 1}. ${await describe(payment, signer)}`);
    if (!(await confirm(`Sign these ${payments.length} payments?`))) return undefined;
    const answers: OfflineAnswer[] = [];
    for (const payment of payments) answers.push(await answerTo(payment, signer));
    const file: AnswerFile = { candor: 'signer-answer', deployment, answers };
    writeOfflineFile(answered, file);
    return file;
  });

async function answerTo(asked: UnsignedPayment, signer: OpenedSigner): Promise<OfflineAnswer> {
  const { id, network } = asked.payment;
  const of = { id, network, digest: digestOf(asked.unsigned) };
  const answer = canSignOffline(network)
    ? await signer.answer({ ask: 'sign', ...asked })
    : { refused: 'not-a-transfer' as const };
  if ('signed' in answer) return { ...of, ...answer };
  return { ...of, refused: 'refused' in answer ? answer.refused : 'malformed' };
}

/** Everything here is read from the bytes and verified by the policy; what the file says besides is compared by the rules when it is signed. */
async function describe({ payment, approvals, unsigned }: UnsignedPayment, signer: OpenedSigner): Promise<string> {
  const { id, network } = payment;
  const read = await signer.read(network, unsigned);
  if (!read) return `${network} ${id}: no payment that this signer knows; it will be refused`;
  const persons = (await readApprovals(payment, approvals, signer.policy)).map((each) =>
    'person' in each ? printable(each.person) : `(${each.fault})`,
  );
  const { title, coins } = networks[network];
  const paid = amountOf(
    coins.find(({ asset }) => asset === read.asset),
    read.units,
  );
  const fee = amountOf(
    coins.find(({ isToken }) => !isToken),
    read.feeMax,
  );
  return [
    `${paid} on ${title} to ${read.to}`,
    `   fee at most ${fee}, approved by ${persons.join(', ') || 'nobody'}`,
    `   withdrawal ${id}, places ${read.places.join(' ')}`,
  ].join('\n');
}

function amountOf(coin: NetworkCoin | undefined, units: bigint): string {
  const amount = coin && unitsToWad(units as BaseUnits, coin.decimals);
  return amount === undefined ? `${units} smallest units` : `${formatAmount(amount)} ${coin!.asset}`;
}

/** Names come from the file where the server's key approves; a terminal would obey control characters in them. */
const printable = (text: string): string => text.replace(/[^\p{L}\p{N} ._-]/gu, '?');
