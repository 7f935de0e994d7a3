import { expect, it } from 'vitest';
import { LACKED, lackedIn } from './lacked.ts';

it('knows what one of the oldest browsers lacks, and what all of them have', () => {
  const known = [
    'Map.groupBy',
    'Promise.withResolvers',
    'URL.parse',
    'Set.prototype.union',
    'AbortSignal.timeout',
    'Iterator.prototype.map',
    'URLPattern',
  ];
  expect(known.filter((path) => !LACKED.has(path))).toEqual([]);
  const had = [
    'Promise.all',
    'Array.prototype.toSorted',
    'String.prototype.isWellFormed',
    'Response.prototype.json',
    'fetch',
  ];
  expect(had.filter((path) => LACKED.has(path))).toEqual([]);
});

it.each([
  ['a static function', 'Map.groupBy(a, b)', ['Map.groupBy']],
  ['a static function where errors are caught', 'try { URL.parse(a) } catch {}', ['URL.parse']],
  ['a static function that is only passed on', 'a.map(URL.parse)', ['URL.parse']],
  ['a method', 'a.symmetricDifference(b)', ['symmetricDifference()']],
  ['a method where errors are not caught', 'try { a.showPopover() } finally {}', ['showPopover()']],
  ['a method while an error is handled', 'try {} catch { a.showPopover() }', ['showPopover()']],
  ['a class', 'new URLPattern(a)', ['URLPattern']],
  ['a global function', 'requestIdleCallback(a)', ['requestIdleCallback']],
  ['a global function as a short property', 'a({ requestIdleCallback })', ['requestIdleCallback']],
])('a script uses %s', (_, code, used) => {
  expect(lackedIn(code)).toEqual(expect.arrayContaining(used));
});

it.each([
  ['looks for a global name', 'if ("requestIdleCallback" in globalThis) requestIdleCallback(a)'],
  ['looks for it as minified', 'a && `requestIdleCallback` in globalThis && requestIdleCallback(b)'],
  ['asks for its type', 'typeof URLPattern < "u" && new URLPattern(a)'],
  ['calls a method if it is there', 'a.showPopover?.()'],
  ['tests it with others', 'if (a && a.showPopover) a.showPopover()'],
  ['chooses', 'a = b.showPopover ? b.showPopover() : c'],
  ['tries a method', 'try { a.startViewTransition() } catch {}'],
  ['has a method of its own by that name', 'class A { union() {} } new A().union(b)'],
  ['has a property of its own by that name', 'a = { union: b }; a.union(c)'],
  ['gives something that method', 'a.union = b; a.union(c)'],
  ['has a property named like a global', 'a.URLPattern; a = { Profiler: b }'],
  ['uses a method that something else has, too', 'a.map(b).filter(c)'],
  ['uses what all have', 'Promise.all(a); a.toSorted(); structuredClone(a)'],
])('a script uses nothing that is lacked when it %s', (_, code) => {
  expect(lackedIn(code)).toEqual([]);
});
