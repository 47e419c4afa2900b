import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRoom } from './room.ts';

test('a holder has so many places and no more, until one is free again', () => {
  const room = createRoom<number>({ places: 100, placesEach: 3 }, () => assert.fail('there is room for all'));
  assert.deepEqual(
    [1, 2, 3, 4].map((place) => room.enter('a', place)),
    [true, true, true, false],
  );
  room.leave('a', 2);
  assert.equal(room.enter('a', 5), true);
  assert.equal(room.enter('b', 6), true);
  assert.deepEqual([room.size, room.holders], [4, 2]);
});

test('whoever holds the most gives up its newest for a newcomer, and a crowd can not push out those who hold one', () => {
  const given: string[] = [];
  const room = createRoom<string>({ places: 100, placesEach: 32 }, (place) => given.push(place));
  for (let place = 0; place < 20; place++) assert.ok(room.enter(`customer ${place}`, `customer ${place}`));
  let [entered, number] = [0, 0];
  for (let round = 0; round < 32; round++) {
    for (let attacker = 0; attacker < 100; attacker++) {
      if (room.enter(`attacker ${attacker}`, `attack ${number++}`)) entered++;
    }
  }
  assert.ok(entered >= 80, 'the attack did not fill the room');
  assert.equal(room.size, 100);
  assert.deepEqual(
    given.filter((place) => place.startsWith('customer')),
    [],
  );
  const few = createRoom<string>({ places: 100, placesEach: 32 }, (place) => given.push(place));
  for (let place = 0; place < 400; place++) few.enter(`attacker ${place % 4}`, `attack ${place}`);
  assert.equal(few.size, 100);
  for (let place = 0; place < 20; place++) assert.ok(few.enter(`late ${place}`, `late ${place}`), `late ${place}`);
  assert.deepEqual([few.size, few.holders], [100, 24]);
});

test('it counts right whatever happens, and nobody ends below a newcomer', () => {
  const step = fc.record({ holder: fc.constantFrom('a', 'b', 'c', 'd', 'e'), leaves: fc.boolean(), which: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const held = new Map<string, number[]>();
      const of = (holder: string): number[] => held.get(holder) ?? held.set(holder, []).get(holder)!;
      const total = (): number => [...held.values()].reduce((sum, { length }) => sum + length, 0);
      const room = createRoom<number>({ places: 8, placesEach: 4 }, (place) => {
        const most = [...held.values()].reduce((left, right) => (right.length > left.length ? right : left));
        const loser = [...held.values()].find((places) => places.includes(place))!;
        assert.equal(loser.length, most.length, 'one that did not have the most gave up a place');
        loser.splice(loser.indexOf(place), 1);
      });
      steps.forEach(({ holder, leaves, which }, place) => {
        if (leaves) {
          const gone = of(holder).splice(which % 4, 1)[0];
          room.leave(holder, gone ?? -1);
        } else if (room.enter(holder, place)) of(holder).push(place);
        assert.equal(room.size, total());
        assert.ok(room.size <= 8 && [...held.values()].every(({ length }) => length <= 4));
      });
    }),
  );
});
