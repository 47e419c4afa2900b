// VIP levels: counted once a day from what trading cost in the 30 days before it.
import { queryVipLevel } from '@candor/wire';
import { product } from '../kit/product.ts';
import { vipLevels } from './terms.ts';
import { vipEngine } from './vip-engine.ts';
import { vipWeb } from './vip-web.ts';

export const vip = product({
  name: 'vip',
  calls: [
    {
      title: 'VIP level',
      text: 'What your trading cost in 30 days, and the level that follows.',
      self: [queryVipLevel],
    },
  ],
  settings: [vipLevels],
  web: vipWeb,
  engine: vipEngine,
});
