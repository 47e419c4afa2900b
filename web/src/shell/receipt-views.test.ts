import { receiptKinds } from '@candor/wire';
import { expect, test } from 'vitest';
import { receiptViews } from './receipt-views.tsx';

test('every kind of receipt has a view', () => {
  expect(Object.keys(receiptViews).toSorted()).toEqual([...receiptKinds].toSorted());
});
