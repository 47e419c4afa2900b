// For tests: an event that is not as wire declares it is a failure.
import assert from 'node:assert/strict';
import { notifyEvents, type NotifyEvent } from '@candor/wire';

export function checkEvent(event: NotifyEvent): NotifyEvent {
  const declared = notifyEvents.find(({ action }) => action === event.action);
  assert.ok(declared, `wire declares no event ${event.action}`);
  declared.notify.parse(event.notify);
  return event;
}
