// Settings of the networks' nodes: one group of environment variables for each network. `…_RPC` is a node, `…_RPC_SECOND` a node of another operator.
import { join } from 'node:path';
import { networkNames, parseAddress } from '@candor/chain';
import { z } from 'zod';
import type { ChainSettings } from './chains/chain-settings.ts';
import { address, someText } from './setting-forms.ts';

const web = address('https://candor.example');
const devChainsForm = new RegExp(`^(?:on|off|(?:${networkNames.join('|')})(?:,(?:${networkNames.join('|')}))*)$`);

export const nodeForms = {
  /** URL of a Bitcoin node with the JSON-RPC of Bitcoin Core. Bitcoin deposits are enabled if this and BITCOIN_XPUB are set. */
  BITCOIN_RPC: web.optional(),
  /** URL of a Bitcoin node of another operator, like ETHEREUM_RPC_SECOND. */
  BITCOIN_RPC_SECOND: web.optional(),
  /** Extended public key of account m/84'/0'/0', from which customers' addresses are derived. Never set a private key here. */
  BITCOIN_XPUB: z
    .string()
    .regex(/^[xz]pub/, 'an extended public key, which begins with xpub or zpub, is expected')
    .optional(),
  /** URL of an Ethereum node, asked over JSON-RPC. Ethereum deposits are enabled if this and ETHEREUM_XPUB are set. */
  ETHEREUM_RPC: web.optional(),
  /** URL of a node of another operator: deposits above the setting `deposit-terms` are credited once it says the same. */
  ETHEREUM_RPC_SECOND: web.optional(),
  /** Extended public key of the account that customers' addresses are derived from. Never set a private key here. */
  ETHEREUM_XPUB: z.string().regex(/^xpub/, 'an extended public key, which begins with xpub, is expected').optional(),
  /** The contract of USDT. */
  ETHEREUM_USDT: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'the address of a contract, 0x and 40 hex digits, is expected')
    .default('0xdac17f958d2ee523a2206206994597c13d831ec7'),
  /** URL of a java-tron node with its HTTP API; an API key is the password in it. TRON deposits are enabled if this and TRON_XPUB are set. */
  TRON_RPC: web.optional(),
  /** URL of a TRON node of another operator, like ETHEREUM_RPC_SECOND. */
  TRON_RPC_SECOND: web.optional(),
  /** Extended public key of account m/44'/195'/0', from which customers' addresses are derived. Never set a private key here. */
  TRON_XPUB: z.string().regex(/^xpub/, 'an extended public key, which begins with xpub, is expected').optional(),
  /** The contract of USDT. */
  TRON_USDT: z
    .string()
    .refine((typed) => parseAddress('tron', typed).ok, 'the address of a contract, T and 33 characters, is expected')
    .default('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  /** URL of a node of the XRP Ledger with the JSON-RPC of rippled. XRP deposits are enabled if this and XRPL_ACCOUNT are set. */
  XRPL_RPC: web.optional(),
  /** URL of a node of another operator, like ETHEREUM_RPC_SECOND. */
  XRPL_RPC_SECOND: web.optional(),
  /** Classic address of the account that all customers share. Their destination tags differ. */
  XRPL_ACCOUNT: z
    .string()
    .refine(isXrplAccount, 'the classic address of an account of the XRP Ledger, without a tag, is expected')
    .optional(),
  /** The socket of the signer that withdrawals are paid by; without it nothing is sent. */
  SIGNER_SOCKET: someText('the path of a socket').optional(),
  /** The wallets file of a signer without a network, by `npm run signer -- wallets`: it signs for the networks of the file. */
  SIGNER_WALLETS: someText('the path of a file').optional(),
  /** A demo has chains of its own, whose coins have no value, unless they are switched off, some are named, or a node is set. */
  DEV_CHAIN: z
    .string()
    .regex(devChainsForm, `on, off, or some of ${networkNames.join(',')} are expected`)
    .default('on'),
};

const group = z.object(nodeForms);
type NodeSettings = z.infer<typeof group>;

const believed = { scheme: 'https:', otherwise: 'believe deposits' } as const;

/** Nodes, as rows of the settings that name another machine. */
export const nodeAddresses = {
  BITCOIN_RPC: believed,
  BITCOIN_RPC_SECOND: believed,
  ETHEREUM_RPC: believed,
  ETHEREUM_RPC_SECOND: believed,
  TRON_RPC: believed,
  TRON_RPC_SECOND: believed,
  XRPL_RPC: believed,
  XRPL_RPC_SECOND: believed,
};

export const nodeProblems = (set: NodeSettings): string[] => [
  ...problemsOf('BITCOIN', { first: set.BITCOIN_RPC, second: set.BITCOIN_RPC_SECOND, key: ['XPUB', set.BITCOIN_XPUB] }),
  ...problemsOf('ETHEREUM', {
    first: set.ETHEREUM_RPC,
    second: set.ETHEREUM_RPC_SECOND,
    key: ['XPUB', set.ETHEREUM_XPUB],
  }),
  ...problemsOf('TRON', { first: set.TRON_RPC, second: set.TRON_RPC_SECOND, key: ['XPUB', set.TRON_XPUB] }),
  ...problemsOf('XRPL', { first: set.XRPL_RPC, second: set.XRPL_RPC_SECOND, key: ['ACCOUNT', set.XRPL_ACCOUNT] }),
];

interface NodeGroup {
  first: string | undefined;
  second: string | undefined;
  /** Name and value of the setting of the account that customers' addresses belong to. */
  key: [name: string, value: string | undefined];
}

function problemsOf(name: string, { first, second, key: [keyName, key] }: NodeGroup): string[] {
  const isSame = first !== undefined && second !== undefined && new URL(first).host === new URL(second).host;
  return [
    ...((first === undefined) === (key === undefined) ? [] : [`${name}_RPC and ${name}_${keyName} belong together.`]),
    ...(second !== undefined && first === undefined
      ? [`${name}_RPC_SECOND confirms what ${name}_RPC says: set both.`]
      : []),
    ...(isSame ? [`${name}_RPC_SECOND is the node that ${name}_RPC is: a second one is of somebody else.`] : []),
  ];
}

/** A demo has its own chains only if no main chain is set up: coins of value and coins without any must never meet. */
export function chainsOf(
  set: NodeSettings,
  { mode, dataDirectory }: { mode: 'demo' | 'production'; dataDirectory: string },
): ChainSettings {
  const main = { bitcoin: bitcoinOf(set), ethereum: ethereumOf(set), tron: tronOf(set), xrpl: xrplOf(set) };
  const hasMain = Object.values(main).some((settings) => settings !== undefined);
  const hasOwn = mode === 'demo' && !hasMain && set.DEV_CHAIN !== 'off';
  return {
    ...main,
    signerSocket: set.SIGNER_SOCKET,
    signerWallets: set.SIGNER_WALLETS,
    devDirectory: hasOwn ? join(dataDirectory, 'dev-chain') : undefined,
    devNetworks:
      set.DEV_CHAIN === 'on' ? undefined : networkNames.filter((name) => set.DEV_CHAIN.split(',').includes(name)),
  };
}

function bitcoinOf({ BITCOIN_RPC: url, BITCOIN_RPC_SECOND: secondUrl, BITCOIN_XPUB: xpub }: NodeSettings) {
  return url === undefined || xpub === undefined ? undefined : { url, secondUrl, xpub };
}

function ethereumOf(set: NodeSettings) {
  const { ETHEREUM_RPC: url, ETHEREUM_RPC_SECOND: secondUrl, ETHEREUM_XPUB: xpub, ETHEREUM_USDT: usdt } = set;
  return url === undefined || xpub === undefined ? undefined : { url, secondUrl, xpub, usdt: usdt.toLowerCase() };
}

function tronOf({ TRON_RPC: url, TRON_RPC_SECOND: secondUrl, TRON_XPUB: xpub, TRON_USDT: usdt }: NodeSettings) {
  return url === undefined || xpub === undefined ? undefined : { url, secondUrl, xpub, usdt: usdt.trim() };
}

function xrplOf({ XRPL_RPC: url, XRPL_RPC_SECOND: secondUrl, XRPL_ACCOUNT: account }: NodeSettings) {
  return url === undefined || account === undefined ? undefined : { url, secondUrl, account };
}

function isXrplAccount(text: string): boolean {
  const parsed = parseAddress('xrpl', text);
  return parsed.ok && parsed.tag === undefined && parsed.address === text;
}
