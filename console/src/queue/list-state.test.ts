import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeList, moveCursor, nextCase, pagesOf, readListState } from './list-state.ts';

const read = (text: string) => readListState(new URLSearchParams(text), ['state', 'kind'], { state: 'proposed' });

test('a visit without filters has those that the list begins with, and one that was taken away stays away', () => {
  assert.deepEqual(read(''), { filters: { state: 'proposed' }, sort: '', page: 1 });
  assert.deepEqual(read('state='), { filters: {}, sort: '', page: 1 });
  assert.deepEqual(read('kind=halt-coin&sort=-kind&page=3&other=1'), {
    filters: { state: 'proposed', kind: 'halt-coin' },
    sort: '-kind',
    page: 3,
  });
});

test('a page that is none is the first one', () => {
  for (const page of ['0', '-1', 'x', '', '1e400']) assert.equal(read(`page=${page}`).page, 1, page);
});

test('a changed filter or order begins at the first page, a changed page keeps both', () => {
  const search = new URLSearchParams('state=done&sort=kind&page=4');
  assert.equal(changeList(search, { kind: 'halt-coin' }).toString(), 'state=done&sort=kind&kind=halt-coin');
  assert.equal(changeList(search, { state: '' }).toString(), 'state=&sort=kind');
  assert.equal(changeList(search, { page: '5' }).toString(), 'state=done&sort=kind&page=5');
  assert.equal(changeList(search, { sort: '' }).toString(), 'state=done');
});

test('there is one page at least', () => {
  assert.deepEqual([0, 1, 50, 51, 101].map(pagesOf), [1, 1, 1, 2, 3]);
});

test('the cursor begins at the end that it comes from and stays within the rows', () => {
  const keys = ['a', 'b', 'c'];
  assert.equal(moveCursor(keys, undefined, 1), 'a');
  assert.equal(moveCursor(keys, undefined, -1), 'c');
  assert.equal(moveCursor(keys, 'b', 1), 'c');
  assert.equal(moveCursor(keys, 'c', 1), 'c');
  assert.equal(moveCursor(keys, 'a', -1), 'a');
  assert.equal(moveCursor(keys, 'gone', 1), 'a');
  assert.equal(moveCursor([], undefined, 1), undefined);
});

test('after a case comes the one behind it, at the end the one before, and then none', () => {
  const keys = ['a', 'b', 'c'];
  assert.equal(nextCase(keys, 'a'), 'b');
  assert.equal(nextCase(keys, 'c'), 'b');
  assert.equal(nextCase(['a'], 'a'), undefined);
  assert.equal(nextCase(keys, 'elsewhere'), 'a');
});
