// Audit rules that compare the books with the blockchain. They need a node, so they are not among the products' own rules.
import type { ChainSettings } from './chains/chain-settings.ts';
import { openAuditedSource } from './chains/open-audited-chain.ts';
import { depositsOnChainRule } from './deposits/on-chain-rule.ts';
import type { Invariant } from './kit/product.ts';
import { withdrawalsOnChainRule } from './withdrawals/on-chain-rule.ts';
import { openPaymentAudit } from './withdrawals/payment-audit.ts';

/** `lastHours` limits the rules to money that was credited, sent or returned in the last hours; without it they check everything. */
export const chainRules = (chains: ChainSettings, { lastHours }: { lastHours?: number }): Invariant[] => [
  depositsOnChainRule({ open: (network) => openAuditedSource(chains, network), lastHours }),
  withdrawalsOnChainRule({ open: (network, database) => openPaymentAudit(chains, { network, database }), lastHours }),
];
