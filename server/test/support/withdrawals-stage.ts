// Withdrawals on a real database: the clock, holds and proofs are the test's; chain and signer are played, or real processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networks, signApproval, superviseDevChain, type EvmSender, type Network, type Signer } from '@candor/chain'; // oxfmt-ignore
import { addAddress, addWithdraw, cancelWithdraw, holdMs, parseWireId, queryAllUserAddress, selectWithdraw, toInstant, wireId, type SavedAddress, type Uuid, type WithdrawalMessage } from '@candor/wire'; // oxfmt-ignore
import { setUpNetworks, type ChainSettings } from '../../src/chains/chain-settings.ts';
import type { Database } from '../../src/kit/postgres.ts';
import { refuse } from '../../src/kit/refuse.ts';
import type { AskEngine } from '../../src/kit/product.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { approveWithdrawalPayment, refuseWithdrawalRequest } from '../../src/withdrawals/decide-withdrawal.ts';
import { ethereumPayer, type EthereumMeans } from '../../src/withdrawals/ethereum-payer.ts';
import { openEthereum, type EthereumOpener } from '../../src/withdrawals/open-ethereum.ts';
import { sayOfPaying } from '../../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../../src/withdrawals/pay-withdrawals.ts';
import { findWithdrawal } from '../../src/withdrawals/store.ts';
import { paymentOf } from '../../src/withdrawals/withdrawal.ts';
import { withdrawalsWeb } from '../../src/withdrawals/withdrawals-web.ts';
import { newKey } from './money.ts';
import { seatOperator } from './seat-operator.ts';
import { openProductStage, type Caller, type ProductStage } from './product-stage.ts';

export const tradePassword = '246810';
export const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

export interface WithdrawalsStage extends Omit<ProductStage<ReturnType<typeof withdrawalsWeb>>, 'end'> {
  network: Network;
  /** A trade password was changed: within the transaction of `database`, where one is given. */
  hold(accountId: Uuid, database?: Database): Promise<void>;
  proven: string[];
  address(accountId: Uuid, wanted?: { address?: string; currency?: string; alias?: string; network?: string }): Promise<SavedAddress>;
  /** Once its hold is over. */
  usableAddress(accountId: Uuid, currency?: string, to?: { address: string; network: string }): Promise<SavedAddress>;
  book(accountId: Uuid): Promise<SavedAddress[]>;
  request(caller: Caller, to: SavedAddress, amount: string, more?: Record<string, string>): Promise<WithdrawalMessage>;
  cancel(accountId: Uuid, withdrawal: WithdrawalMessage): Promise<WithdrawalMessage>;
  approve(withdrawal: WithdrawalMessage, ...people: string[]): Promise<void>;
  reject(withdrawal: WithdrawalMessage): Promise<void>;
  list(accountId: Uuid): Promise<WithdrawalMessage[]>;
  /** A round of a payer with these means. */
  pay(means: EthereumMeans, lanes?: Lanes): Promise<number>;
  openWallet(means: EthereumMeans): Promise<void>;
  opener(): EthereumOpener;
  signingKey: string;
  chains: ChainSettings;
  end(): Promise<void>;
} // oxfmt-ignore

/** `main` sets up main chains instead of the demo's; `devNetworks` are the demo's, Ethereum alone unless given. */
export async function openWithdrawalsStage({
  startMs = Date.UTC(2027, 0, 1, 10),
  devNetworks = ['ethereum'],
  askEngine = async () => refuse('outcome-unknown'),
  ...main
}: Pick<ChainSettings, 'bitcoin' | 'tron' | 'xrpl' | 'signerSocket' | 'devNetworks'> & {
  startMs?: number;
  askEngine?: AskEngine;
} = {}): Promise<WithdrawalsStage> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-pay-'));
  const isMain = main.bitcoin !== undefined || main.tron !== undefined || main.xrpl !== undefined;
  const chains: ChainSettings = isMain ? main : { devDirectory: directory, devNetworks };
  const proven: string[] = [];
  let signingKey = '';
  const stage = await openProductStage({ startMs }, ({ ledger, ...parts }) => {
    ({ signingKey } = parts);
    return withdrawalsWeb({
      ...ledger,
      ...parts,
      mode: 'demo',
      chains,
      askEngine,
      operators: { signatures: { areNeeded: false, require: () => refuse('passkey-needed') } },
      accounts: {
        holdsOf: async () => [],
        checkTradePassword: async (_account, password) =>
          password === tradePassword ? { kind: 'right', version: 1 } : { kind: 'wrong' },
        proveOwner: async (act, { code }) => void (code === 'right' ? proven.push(act) : refuse('code-invalid')),
        // A code is good once.
        proveBesidesPassword: async (act, { code }) => {
          if (proven.includes(`${act} ${code}`)) refuse('code-invalid');
          proven.push(`${act} ${code}`);
        },
        noteSecurity: async (kind) => void proven.push(kind),
      },
    });
  });
  const { ledger, clock } = stage;
  await seatOperator(ledger, 'olga', 'treasurer');
  const network = setUpNetworks(chains).get('ethereum')?.network ?? networks.ethereum;
  let [codes, accounts] = [0, 0];
  const openers: EthereumOpener[] = [];

  const decide = async ({ withdraw_id }: WithdrawalMessage) => {
    const row = (await findWithdrawal(ledger.pool, parseWireId('withdrawal', withdraw_id)!))!;
    const { accountId, withdrawalId, asset } = row;
    return { row, common: { accountId, book: 'real' as const, idempotency: newKey(), receivedAt: clock.now() }, named: { accountId, withdrawalId, asset } }; // oxfmt-ignore
  };

  const register = (accountId: Uuid) =>
    ledger.pool.query(
      `insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
       values ($1, $2, '1', $2 || '@example.com', 'en', 'INV' || $2, now()) on conflict do nothing`,
      [accountId, String(10_000_000 + ++accounts)],
    );

  const self: WithdrawalsStage = {
    ...stage,
    network,
    chains,
    async hold(accountId, database = ledger.pool) {
      const now = clock.now();
      await register(accountId);
      await database.query(
        `insert into account_holds (account_id, reason, begun_at, ends_at) values ($1, 'trade-password', $2, $3)`,
        [accountId, toInstant(now), toInstant(now + holdMs)],
      );
    },
    proven,
    get signingKey() {
      return signingKey;
    },
    address: (accountId, { address = payee, currency = 'USDT', alias = 'mine', network = 'ethereum' } = {}) =>
      stage.ask(addAddress, { currency, network, address, alias, user_password: 'x', code: 'right' }, { accountId }),
    async usableAddress(accountId, currency = 'USDT', to = { address: payee, network: 'ethereum' }) {
      const saved = await self.address(accountId, { currency, ...to });
      clock.advance(Date.parse(saved.usable_at) - clock.now());
      return saved;
    },
    book: async (accountId) =>
      (await stage.ask<{ RESULT_LIST: SavedAddress[] }>(queryAllUserAddress, { user_id: wireId('account', accountId) }, { accountId })).RESULT_LIST, // oxfmt-ignore
    async request(caller, to, amount, more = {}) {
      await register(caller.accountId);
      return stage.ask(addWithdraw, { withdraw_user: wireId('account', caller.accountId), coin_code: to.coin_code, withdraw_money: amount, withdraw_address: to.address_id, withdraw_agree: '1', user_paypass: tradePassword, code: `code ${++codes}`, ...more }, caller); // oxfmt-ignore
    },
    cancel: (accountId, { withdraw_id }) =>
      stage.ask(cancelWithdraw, { account_id: wireId('account', accountId), withdraw_id }, { accountId }),
    async approve(withdrawal, ...people) {
      const { row, common, named } = await decide(withdrawal);
      const approvals = people.map((person) => signApproval(paymentOf(row), person, signingKey));
      await ledger.lanes.submit({ command: approveWithdrawalPayment, ...common, input: { ...named, by: people.join(', '), proposal: null, approvals } }); // oxfmt-ignore
    },
    async reject(withdrawal) {
      const { common, named } = await decide(withdrawal);
      await ledger.lanes.submit({ command: refuseWithdrawalRequest, ...common, input: { ...named, by: 'olga', reason: 'address-doubtful' } }); // oxfmt-ignore
    },
    list: async (accountId) =>
      (await stage.ask<{ RESULT_LIST: WithdrawalMessage[] }>(selectWithdraw, { account_id: wireId('account', accountId), pagesize: 100 }, { accountId })).RESULT_LIST, // oxfmt-ignore
    pay: (means, lanes = ledger.lanes) =>
      payWithdrawals({
        ...ledger,
        lanes,
        clock,
        mode: 'demo',
        network,
        ...means,
        by: ethereumPayer(means),
      }),
    async openWallet(means) {
      await sayOfPaying(ledger.pool, { network: 'ethereum', state: 'on', reason: '' });
      await ethereumPayer(means).openWallet(ledger.pool);
    },
    opener() {
      const opener = openEthereum(chains, { signingKey, pool: ledger.pool });
      openers.push(opener);
      return opener;
    },
    async end() {
      await stage.end();
      await Promise.all(openers.map((each) => each.close()));
      for (const name of devNetworks) superviseDevChain(directory, name).close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return self;
}

/** Fails at a point of the test's choosing, after the real one has done it: the process was killed before it heard the answer. */
export function killedAfter(means: EthereumMeans, at: 'sign' | 'send'): EthereumMeans & { kill(): void } {
  let isArmed = false;
  const die = (): void => {
    if (isArmed) {
      isArmed = false;
      throw new Error('killed');
    }
  };
  const signer: Signer = {
    ...means.signer,
    async sign(asked) {
      const answer = await means.signer.sign(asked);
      if (at === 'sign') die();
      return answer;
    },
  };
  const sender: EvmSender = {
    ...means.sender,
    async send(signed) {
      await means.sender.send(signed);
      if (at === 'send') die();
    },
  };
  return { ...means, signer, sender, kill: () => void (isArmed = true) };
}
