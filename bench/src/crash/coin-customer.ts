// Customers who take test coins of every network that is on, wait for their credit, and withdraw them to an address outside, while the server and
// the chains are killed. After recovery each of their coins must be where chain and books say.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '@candor/chain';
import {
  addAddress,
  addWithdraw,
  findCoinAddressByAccount,
  isInDoubt,
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
import { codeFor, logIn, need, openCustomer, type Credentials, type Customer } from '../customer.ts';
import { outsideAddressOf } from './outside-address.ts';

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
  /** Undefined if the network does not pay. */
  payee: SavedAddress | undefined;
}

/** Registers a customer with a trade password and an address outside on each network that pays. */
export async function openCoinCustomer(url: string, parts: CoinCustomerParts): Promise<CoinCustomer> {
  const customer = await openCustomer(url, parts.credentials);
  const { client, user } = customer;
  const newCode = async (): Promise<string> => {
    await parts.forgetLastCode();
    need(await client.call(sendProofCode, {}, options()), 'a code');
    return codeFor(client, customer);
  };
  need(await client.call(verifyMe, {}), 'verification');
  const wanted = { account_id: user.account_id, user_paypass: tradePassword, original: customer.password };
  need(await client.call(updateUser, { ...wanted, code: await newCode() }), 'a trade password');
  const asked = { user_id: user.account_id, coin_code: '' };
  const offered = need(await client.call(findCoinAddressByAccount, asked), 'ways to pay in').RESULT_LIST;
  const ways: Way[] = [];
  for (const { coin_code: coin, network: name, reason } of offered) {
    if (reason === 'not-built' || reason === 'not-set-up') continue;
    const network = name as NetworkName;
    const to = { currency: coin, network, address: outsideAddressOf(network, parts.number), alias: coin };
    const proof = { user_password: customer.password, code: await newCode() };
    const saved = await client.call(addAddress, { ...to, ...proof });
    // A network may take deposits before it pays: its coins stay where they are.
    ways.push({ coin, network, payee: saved.ok ? saved.data : undefined });
  }
  return new CoinCustomer(customer, { ways, newCode, first: parts.number });
}

export class CoinCustomer {
  /** Acknowledged sends of test coins, and acknowledged withdrawals. */
  readonly tally = { coins: 0, withdrawals: 0 };
  readonly #customer: Customer;
  readonly #ways: readonly Way[];
  readonly #newCode: () => Promise<string>;
  readonly #first: number;

  constructor(
    customer: Customer,
    { ways, newCode, first }: { ways: readonly Way[]; newCode: () => Promise<string>; first: number },
  ) {
    this.#customer = customer;
    this.#ways = ways;
    this.#newCode = newCode;
    this.#first = first;
  }

  /** Takes coins and withdraws them until `isOver`. */
  async play(isOver: () => boolean): Promise<void> {
    for (let turn = this.#first; !isOver() && this.#ways.length > 0; turn++) {
      // The server may be down: the next turn tries again.
      await this.#playWay(this.#ways[turn % this.#ways.length]!, isOver).catch(() => undefined);
      await sleep(pauseMs);
    }
  }

  async #playWay(way: Way, isOver: () => boolean): Promise<void> {
    const credited = await this.#countCredited(way);
    if (await this.#takeCoins(way)) {
      while (!isOver() && (await this.#countCredited(way)) === credited) await sleep(pauseMs);
    }
    const isRich = (await this.#countCredited(way)) > 0;
    if (isRich && way.payee && !(await this.#hasUnfinished())) await this.#withdraw(way, way.payee, isOver);
  }

  async #takeCoins({ coin, network }: Way): Promise<boolean> {
    const { client, user } = this.#customer;
    const asked = { user_id: user.account_id, coin_code: coin, network };
    const taken = await client.call(takeTestCoins, asked, options());
    if (taken.ok) this.tally.coins++;
    else if (taken.code === 'login-required') await logIn(client, this.#customer);
    return taken.ok;
  }

  async #countCredited({ coin, network }: Way): Promise<number> {
    const { client, user } = this.#customer;
    const found = await client.call(queryRechargeDetail, { user_id: user.account_id, pagesize: 100 }, options());
    const list = found.ok ? found.data.RESULT_LIST : [];
    return list.filter((each) => each.coin_code === coin && each.network === network && each.state === 'credited')
      .length;
  }

  async #hasUnfinished(): Promise<boolean> {
    const { client, user } = this.#customer;
    const found = await client.call(selectWithdraw, { account_id: user.account_id, pagesize: 1 }, options());
    return !found.ok || found.data.RESULT_LIST.some(({ ended_at }) => ended_at === null);
  }

  /** Under one key until it is certain what became of the request. */
  async #withdraw({ coin }: Way, payee: SavedAddress, isOver: () => boolean): Promise<void> {
    const { client, user } = this.#customer;
    const idempotencyKey = randomUUID() as Uuid;
    const asked = {
      withdraw_user: user.account_id,
      coin_code: coin,
      withdraw_money: testCoinAmounts[coin]!,
      withdraw_address: payee.address_id,
      withdraw_agree: true as const,
      user_paypass: tradePassword,
      code: await this.#newCode(),
    };
    while (!isOver()) {
      const outcome = await client.call(addWithdraw, asked, { ...options(), idempotencyKey });
      if (outcome.ok) this.tally.withdrawals++;
      if (outcome.ok || (outcome.code !== 'unreachable' && !isInDoubt(outcome.code))) return;
      await sleep(pauseMs);
    }
  }
}

const options = () => ({ signal: AbortSignal.timeout(callMs) });
