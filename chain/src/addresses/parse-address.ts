// The rules of all networks. The app takes a rule by its own file, when its network is chosen.
import type { NetworkName } from '../networks/networks.ts';
import type { AddressRule, ParsedAddress } from './address-rule.ts';
import { parseBitcoinAddress } from './bitcoin-address.ts';
import { parseEthereumAddress } from './ethereum-address.ts';
import { parseTronAddress } from './tron-address.ts';
import { parseXrpAddress } from './xrp-address.ts';

const rules: Readonly<Record<NetworkName, AddressRule>> = {
  bitcoin: parseBitcoinAddress,
  ethereum: parseEthereumAddress,
  tron: parseTronAddress,
  xrpl: parseXrpAddress,
};

/** The address that a text is on the main chain of this network, or on the demo's, or why it is none. */
export const parseAddress = (network: NetworkName, text: string, isTest = false): ParsedAddress =>
  rules[network](text, isTest);
