import { coins } from '@candor/wire';
import { expect, test } from 'vitest';
import { readMarks, svgsOf } from './coin-files.ts';

const files = svgsOf(readMarks());

test('every coin has a mark of its own, and USDT too', () => {
  const codes = [...coins.map(({ code }) => code.toLowerCase()), 'usdt'];
  expect([...files.keys()].sort()).toEqual(codes.sort());
  expect(new Set([...files.values()].map((svg) => svg.replace(/aria-label="\w+"/, ''))).size).toBe(codes.length);
});

test('a mark is a disc that fills its box and needs nothing outside itself', () => {
  for (const [code, svg] of files) {
    const [, box] = /viewBox="0 0 (\d+) \1"/.exec(svg)!;
    const half = +box! / 2;
    const disc = /<circle[^>]*>/.exec(svg)![0];
    for (const [name, value] of [['cx', half], ['cy', half], ['r', half]]) expect(disc, code).toContain(`${name}="${value}"`); // oxfmt-ignore
    expect(svg, code).not.toMatch(/<(?:script|style|image|filter|use|foreignObject)|href|\son\w+=/);
    for (const [, id] of svg.matchAll(/url\(#([^)]+)\) #/g)) expect(svg, code).toContain(`id="${id}"`);
    expect(svg.match(/url\(/g)?.length ?? 0, code).toBe(svg.match(/url\(#[^)]+\) #[\da-f]{6}/g)?.length ?? 0);
  }
});
