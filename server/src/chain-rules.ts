// Rules of the audit that compare the books with the chain itself: they need a node, so they belong to no product's own rules.
import type { ChainSettings } from './chains/chain-settings.ts';
import { openAuditedChain, openAuditedSource } from './chains/open-audited-chain.ts';
import { depositsOnChainRule } from './deposits/on-chain-rule.ts';
import type { Invariant } from './kit/product.ts';
import { withdrawalsOnChainRule } from './withdrawals/on-chain-rule.ts';

/** `lastHours`: of what was credited, sent or given back since then; of everything unless given. */
export const chainRules = (chains: ChainSettings, { lastHours }: { lastHours?: number }): Invariant[] => {
  const open = () => openAuditedChain(chains);
  return [
    depositsOnChainRule({ open: (network) => openAuditedSource(chains, network), lastHours }),
    withdrawalsOnChainRule({ open, lastHours }),
  ];
};
