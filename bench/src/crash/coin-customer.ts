// Customers who take test coins of every network that is on, wait for their credit, and withdraw them to an address outside, while the server and
// the chains are killed. After recovery each of their coins must be where chain and books say.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '@candor/chain';
import {
  addAddress,
  addWithdraw,
  findCoinAddressByAccount,
  queryRechargeDetail,
  selectWithdraw,
  sendProofCode,
  takeTestCoins,
  testCoinAmounts,
  updateUser,
  verifyMe,
  type SavedAddress,
  type Uuid,
} from '@candor/wire';
import { codeFor, logIn, need, openCustomer, type Credentials } from '../customer.ts';
import { outsideAddressOf } from './outside-address.ts';

export interface CoinCustomer {
  /** Acknowledged sends of test coins, and acknowledged withdrawals. */
  tally: { coins: number; withdrawals: number };
  /** Takes coins and withdraws them until `isOver`. */
  play(isOver: () => boolean): Promise<void>;
}

export interface CoinCustomerParts {
  credentials: Credentials;
  number: number;
  /** Codes are a minute apart, which nobody waits for here. */
  forgetLastCode: () => Promise<void>;
}

const tradePassword = '291847';
const callMs = 20_000;
const pauseMs = 400;

/** A coin on a network, and where it is withdrawn to. */
interface Way {
  coin: string;
  network: NetworkName;
  payee: SavedAddress;
}

export async function openCoinCustomer(
  url: string,
  { credentials, number, forgetLastCode }: CoinCustomerParts,
): Promise<CoinCustomer> {
  const customer = await openCustomer(url, credentials);
  const { client, user } = customer;
  const own = { user_id: user.account_id };
  const newCode = async (): Promise<string> => {
    await forgetLastCode();
    need(await client.call(sendProofCode, {}, options()), 'a code');
    return codeFor(client, customer);
  };
  need(await client.call(verifyMe, {}), 'verification');
  const { account_id } = user;
  const setPassword = { account_id, user_paypass: tradePassword, original: customer.password };
  need(await client.call(updateUser, { ...setPassword, code: await newCode() }), 'a trade password');
  const ways: Way[] = [];
  for (const { coin_code: coin, network: name, reason } of await offered()) {
    const network = name as NetworkName;
    if (reason === 'not-built' || reason === 'not-set-up') continue;
    const address = outsideAddressOf(network, number);
    const asked = { currency: coin, network, address, alias: coin, user_password: customer.password };
    const saved = await client.call(addAddress, { ...asked, code: await newCode() });
    // A network may take deposits before it pays.
    if (!saved.ok) continue;
    ways.push({ coin, network, payee: saved.data });
  }
  const tally = { coins: 0, withdrawals: 0 };

  async function offered() {
    return need(await client.call(findCoinAddressByAccount, { ...own, coin_code: '' }), 'ways to pay in').RESULT_LIST;
  }

  async function takeCoins({ coin, network }: Way): Promise<boolean> {
    const taken = await client.call(takeTestCoins, { ...own, coin_code: coin, network }, options());
    if (taken.ok) tally.coins++;
    else if (taken.code === 'login-required') await logIn(client, customer);
    return taken.ok;
  }

  async function isCredited({ coin, network }: Way): Promise<boolean> {
    const found = await client.call(queryRechargeDetail, { accountId: account_id, pagesize: 100 }, options());
    return found.ok && found.data.RESULT_LIST.some((each) => each.coin_code === coin && each.network === network && each.state === 'credited'); // oxfmt-ignore
  }

  /** Under one key until it is certain what became of the request. */
  async function withdraw({ coin, payee }: Way, isOver: () => boolean): Promise<void> {
    const idempotencyKey = randomUUID() as Uuid;
    const amount = testCoinAmounts[coin]!;
    const asked = {
      withdraw_user: account_id,
      coin_code: coin,
      withdraw_money: amount,
      withdraw_address: payee.address_id,
      withdraw_agree: true as const,
      user_paypass: tradePassword,
      code: await newCode(),
    };
    while (!isOver()) {
      const outcome = await client.call(addWithdraw, asked, { ...options(), idempotencyKey });
      if (outcome.ok) tally.withdrawals++;
      if (outcome.ok || (outcome.code !== 'unreachable' && outcome.httpStatus < 500)) return;
      await sleep(pauseMs);
    }
  }

  async function hasUnfinished(): Promise<boolean> {
    const found = await client.call(selectWithdraw, { account_id, pagesize: 1 }, options());
    return !found.ok || found.data.RESULT_LIST.some(({ ended_at }) => ended_at === null);
  }

  return {
    tally,
    async play(isOver) {
      for (let turn = number; !isOver(); turn++) {
        const way = ways[turn % ways.length];
        if (!way) return;
        try {
          if (await takeCoins(way)) {
            while (!isOver() && !(await isCredited(way))) await sleep(pauseMs);
          }
          if ((await isCredited(way)) && !(await hasUnfinished())) await withdraw(way, isOver);
        } catch {
          // The server is down: the next turn tries again.
        }
        await sleep(pauseMs);
      }
    },
  };
}

const options = () => ({ signal: AbortSignal.timeout(callMs) });
