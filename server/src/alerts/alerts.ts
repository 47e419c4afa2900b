// Price alerts: a message when a price is reached.
import {
  addPushDevice,
  alertEvent,
  changeAlertSettings,
  createAlert,
  deleteAlert,
  queryAlertMessages,
  queryAlerts,
  queryAlertSettings,
  readAlertMessages,
  removePushDevice,
  setAlertAgain,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { alertsWeb } from './alerts-web.ts';

export const alerts = product({
  name: 'alerts',
  calls: [
    {
      title: 'Alerts',
      text: 'Messages when a price is reached.',
      self: [
        createAlert,
        queryAlerts,
        setAlertAgain,
        deleteAlert,
        queryAlertMessages,
        readAlertMessages,
        queryAlertSettings,
        changeAlertSettings,
        addPushDevice,
        removePushDevice,
      ],
    },
  ],
  events: [alertEvent],
  unnoticed: { alert: 'An alert has messages of its own, which are pushed and mailed as its owner has it.' },
  bridged: { betweenWebs: ['alerts.fired'] },
  web: alertsWeb,
});
