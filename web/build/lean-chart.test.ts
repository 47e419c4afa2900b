import { expect, test } from 'vitest';
import { leanLists, shortPrivates } from './lean-chart.ts';

const library = `var average = {
    name: 'MA', calc: 1
};
var bias = {
    name: 'BIAS'
};
var extensions$2 = [
    average,
    bias
];
var circle = {
    name: 'circle'
};
var extensions$1 = [circle];
var segment = {
    name: 'segment'
};
var extensions = [segment];
`;

test('what is not offered is not registered, and figures stay as they are', () => {
  const lean = leanLists(library, ['MA', 'segment']);
  expect(lean).toContain('var extensions$2 = [average];');
  expect(lean).toContain('var extensions$1 = [circle];');
  expect(lean).toContain('var extensions = [segment];');
});

test('what the library does not have fails the build', () => {
  expect(() => leanLists(library, ['MA', 'nothing'])).toThrow('nothing');
});

test('private properties have short names, wherever they are named, and nothing else has', () => {
  const code =
    "var _a = this._width; var rest = omit(this, ['_width', 'a_width']); other._height = { _width: my_width };";
  expect(shortPrivates(code)).toBe(
    "var _a = this.$0; var rest = omit(this, ['$0', 'a_width']); other.$1 = { $0: my_width };",
  );
  expect(() => shortPrivates('var $a = 1;')).toThrow('dollar');
});
