export { bitcoinPrefixes } from './addresses/bitcoin-address.ts';
export { addressesOfKey, addressesOfXrpAccount } from './addresses/derive-address.ts';
export type { AddressSource, DerivedAddress } from './addresses/derive-address.ts';
export { parseEthereumAddress } from './addresses/ethereum-address.ts';
export { parseAddress } from './addresses/parse-address.ts';
export { parseTronAddress } from './addresses/tron-address.ts';
export { bitcoinSource } from './deposits/bitcoin-source.ts';
export { depositKey, depositStates } from './deposits/deposit.ts';
export type { Block, BlockRef, Credit, Deposit, DepositState, Send } from './deposits/deposit.ts';
export { agreeOn, contractOrdinal, isOfContract, proveContractPayment } from './deposits/contract-payment.ts';
export type { ClaimProof, ContractClaim } from './deposits/contract-payment.ts';
export { compareBalance } from './deposits/compare-balance.ts';
export type { AddressBalance, Comparison, Recorded } from './deposits/compare-balance.ts';
export { confirmationsFor, confirmationsNeeded, confirmationsOf, depositMinOf } from './deposits/deposit-rule.ts';
export type { DepositChange, Known, Payee } from './deposits/deposit-rule.ts';
export { evmSource } from './deposits/evm-source.ts';
export { firstTronBlockOf, tronSource } from './deposits/tron-source.ts';
export { xrplSource } from './deposits/xrpl-source.ts';
export { askSecondNode, nodeVerdicts } from './deposits/second-node.ts';
export type { NodeVerdict } from './deposits/second-node.ts';
export { ChainReplacedError, followChain, followToTip } from './deposits/follow-chain.ts';
export type {
  Advance,
  BalanceSource,
  ChainSource,
  DepositStore,
  Ruling,
  SendAt,
  Wait,
} from './deposits/chain-source.ts';
export { askHttpNode } from './networks/http-node.ts';
export { askNode, NodeError } from './networks/json-rpc.ts';
export type { AskNode } from './networks/json-rpc.ts';
export { askRippled, RippledError } from './networks/rippled-rpc.ts';
export { openDevXrpl } from './dev-chain/dev-xrpl.ts';
export type { DevXrpl } from './dev-chain/dev-xrpl.ts';
export { devFirstBlocks } from './dev-chain/dev-chain.ts';
export { superviseDevChain } from './dev-chain/supervise-dev-chain.ts';
export type { DevChain } from './dev-chain/supervise-dev-chain.ts';
export { readDevNode } from './dev-chain/dev-node-file.ts';
export { devWalletKey } from './dev-chain/dev-wallet.ts';
export { unitsToWad, wadToUnits } from './networks/amounts.ts';
export type { BaseUnits } from './networks/amounts.ts';
export { coinOn, networkNames, networks, networksOf } from './networks/networks.ts';
export type { Network, NetworkCoin, NetworkName, RequiredDepth } from './networks/networks.ts';
export { approvalKeyOf, approvalText, signApproval } from './payments/payment.ts';
export type { Approval, Payment } from './payments/payment.ts';
export { askSigner, SignerRefusedError } from './payments/ask-signer.ts';
export type { Signer } from './payments/ask-signer.ts';
export type { SignerWallet } from './payments/signer-messages.ts';
export { paymentsOn } from './payments/payment-forms.ts';
export type { ChainPayments } from './payments/payment-forms.ts';
export { scriptOfAddress } from './addresses/bitcoin-script.ts';
export { changeBranch, fundingBranch, openBitcoinWallet } from './addresses/bitcoin-wallet.ts';
export type { BitcoinWallet, WalletPath } from './addresses/bitcoin-wallet.ts';
export { raiseAfterMs, raiseFee } from './payments/bitcoin-fee-raise.ts';
export { feeOfPsbt, readPsbt, writePsbt } from './payments/bitcoin-psbt.ts';
export type { SpentOutput, UnsignedBitcoin } from './payments/bitcoin-psbt.ts';
export { bitcoinSender } from './payments/bitcoin-sender.ts';
export type { BitcoinSender } from './payments/bitcoin-sender.ts';
export { chooseOutputs } from './payments/choose-outputs.ts';
export type { ChosenOutputs, ToPay } from './payments/choose-outputs.ts';
export { evmSender, feeOf } from './payments/evm-sender.ts';
export type { EvmSender, TransactionStatus } from './payments/evm-sender.ts';
export { finalTransactions } from './deposits/final-transactions.ts';
export type { FinalTransactions } from './deposits/final-transactions.ts';
export { readPinnedApprovers } from './payments/approval-policy.ts';
export type { PinnedApprovers } from './payments/approval-policy.ts';
export type { NetworkPolicy, SignerPolicy } from './payments/signer-rules.ts';
export { superviseSigner } from './payments/supervise-signer.ts';
export { isSignatureOf, raisedFee, readTransfer, senderOf, txidOf, writeTransfer } from './payments/transfer.ts';
export { readTronPayment, tronPayment, writeTronPayment } from './payments/tron-payment.ts';
export { signTron } from './tron/tron-signature.ts';
export type { ReadTronPayment, TronChain, TronTerms } from './payments/tron-payment.ts';
export { tronSender } from './payments/tron-sender.ts';
export type { TronSender, TronStatus } from './payments/tron-sender.ts';
export { askLedger } from './payments/xrpl-answers.ts';
export { destinationFault } from './payments/xrpl-destination.ts';
export type { DestinationFault, DestinationNeeds } from './payments/xrpl-destination.ts';
export { freeSequence, readXrplPlace, writeXrplPayment, xrplPayment } from './payments/xrpl-payment.ts';
export { feeWithin, ledgersToLive, xrplSender } from './payments/xrpl-sender.ts';
export type { XrplSender, XrplStatus } from './payments/xrpl-sender.ts';
