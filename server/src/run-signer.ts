// npm run signer: an offline signer. `init`, `wallets` and `sign` run where the key is, on a machine without a network or a database; `export` and
// `import` run on the server, with the settings of the engine.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { makeSigner, signFile, writeWallets } from '@candor/chain';
import { systemClock } from './kit/clock.ts';

const usage = `Where the key is:
npm run signer -- init <directory>                        makes the key and a policy to complete; prints the wallets
npm run signer -- wallets <directory> <file>              the wallets file of the engine, for SIGNER_WALLETS
npm run signer -- sign <directory> <exported> <answers>   shows the payments, asks, and signs by the policy; --yes asks nothing
On the server:
npm run signer -- export <file>                           writes the payments that wait for a signature
npm run signer -- import <answers>                        stores the signatures, which the engine verifies and sends
`;

const actions: Record<string, { places: number; run: (places: string[], isAgreed: boolean) => Promise<void> }> = {
  init: { places: 1, run: ([directory]) => init(directory!) },
  wallets: { places: 2, run: ([directory, file]) => wallets(directory!, file!) },
  sign: { places: 3, run: ([directory, exported, answered], isAgreed) => sign(directory!, { exported: exported!, answered: answered! }, isAgreed) }, // oxfmt-ignore
  export: { places: 1, run: async ([file]) => print(await (await import('./transfer-payments.ts')).exportTo(file!)) },
  import: {
    places: 1,
    async run([file]) {
      const { text, isWhole } = await (await import('./transfer-payments.ts')).importFrom(file!);
      print(text);
      if (!isWhole) process.exitCode = 1;
    },
  },
};

process.umask(0o077);
try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const [name = '', ...places] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action?.places !== places.length || (values.yes && name !== 'sign')) throw new Error(usage);
  await action.run(places, values.yes ?? false);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function init(directory: string): Promise<void> {
  for (const { network, wallet } of await makeSigner(directory)) print(`${network}: ${wallet}`);
  print(
    `Complete ${directory}/policy.json: remove networks that you do not pay on, and name rpId, origin and approvers.`,
  );
}

async function wallets(directory: string, file: string): Promise<void> {
  const leftOut = await writeWallets(directory, file, systemClock);
  for (const network of leftOut)
    print(`${network} is left out: its payments expire too soon. They need a signer behind SIGNER_SOCKET.`);
  print(`${file} is written.`);
}

async function sign(
  directory: string,
  files: { exported: string; answered: string },
  isAgreed: boolean,
): Promise<void> {
  const asking = { now: () => systemClock.now(), show: print, confirm: isAgreed ? async () => true : confirm };
  const file = await signFile(directory, files, asking);
  if (!file) throw new Error('Nothing was signed.');
  for (const answer of file.answers) if ('refused' in answer) print(`${answer.id} is refused: ${answer.refused}`);
  const refused = file.answers.filter((answer) => 'refused' in answer).length;
  print(`${file.answers.length - refused} signed, ${refused} refused: ${files.answered} is written.`);
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // The end of the input is no answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${question} Type yes: `), ended]);
  terminal.close();
  return answer.trim() === 'yes';
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
