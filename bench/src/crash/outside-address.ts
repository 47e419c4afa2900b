// Addresses outside, to which customers of the harness withdraw: they derive from keys of published test vectors.
import { addressesOfKey, type NetworkName } from '@candor/chain';
import { accountOf } from '../../../chain/src/deposits/played-xrpl.test-support.ts';

const xpub =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

const makers: Readonly<Record<NetworkName, (number: number) => string>> = {
  bitcoin: (number) => addressesOfKey('bitcoin', zpub, true)(number).address,
  ethereum: (number) => addressesOfKey('ethereum', xpub)(number).address,
  tron: (number) => addressesOfKey('tron', xpub)(number).address,
  xrpl: (number) => accountOf(0x40 + number),
};

export const outsideAddressOf = (network: NetworkName, number: number): string => makers[network](number);
