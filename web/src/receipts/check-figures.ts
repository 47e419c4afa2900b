import type { CheckName, ContractCheckName } from '@candor/proof';
import type { Receipt } from '@candor/wire';
import { ofContract } from './contract-figures.ts';
import { ofOption } from './option-figures.ts';
import type { Seen } from './option-figures.ts';
import type { AnyCheckName } from './verify-receipt.ts';

/** A receipt is only ever checked by the names of its own kind. */
export const figuresOf = (name: AnyCheckName, receipt: Receipt, seen: Seen): string =>
  receipt.kind === 'option'
    ? ofOption[name as CheckName](receipt, seen)
    : ofContract[name as ContractCheckName](receipt, seen);
