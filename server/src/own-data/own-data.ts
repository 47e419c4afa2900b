// What is held about a customer, for the customer: a copy of all of it, and the end of the account.
import {
  closeAccount,
  dataExportEvent,
  downloadDataExport,
  getDataExport,
  openDataExport,
  requestDataExport,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { ownDataWeb } from './own-data-web.ts';

export const ownData = product({
  name: 'own-data',
  calls: [
    {
      title: 'Own data',
      text: 'A copy of all that is held about a customer, and the end of the account.',
      self: [getDataExport, requestDataExport, openDataExport, downloadDataExport, closeAccount],
    },
  ],
  events: [dataExportEvent],
  unnoticed: { dataExport: 'That a copy is ready is mailed.' },
  web: ownDataWeb,
});
