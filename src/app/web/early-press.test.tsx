import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { earlyPress } from './early-press.ts';

afterEach(() => {
  vi.restoreAllMocks();
  delete window.pressed;
  vi.useRealTimers();
});

const page = () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  // As every page does in its head.
  new Function(readFileSync('src/app/web/early.js', 'utf8'))();
  document.body.innerHTML = '<p>Words</p><button id="one"><b>One</b></button><button id="other">Other</button>';
  const heard: string[] = [];
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
  const hydrate = () => {
    for (const button of document.querySelectorAll('button')) button.onclick = () => heard.push(button.id);
  };
  return { heard, find, hydrate };
};

type Find = ReturnType<typeof page>['find'];
type Case = [repeated: string, before: (find: Find) => void, after: (find: Find) => void, heard: string[]];
const click =
  (...selectors: string[]) =>
  (find: Find) => {
    for (const selector of selectors) find(selector).click();
  };
const clickThen = (type: string) => (find: Find) => {
  find('#one').click();
  find('p').dispatchEvent(new Event(type, { bubbles: true }));
};
const clickNamed = (name: string) => (find: Find) => {
  find('#one').setAttribute('aria-label', name);
  find('#one').click();
};
const wait = (ms: number) => () =>
  void vi.spyOn(performance, 'now').mockReturnValue((window.pressed?.timeStamp ?? 0) + ms);
const nothing = () => undefined;

it.each<Case>([
  ['the last press before the page was hydrated', click('#other', '#one b', '#one b'), nothing, ['one']],
  ['nothing once something was pressed while the page was hydrated', click('#one'), click('#one'), ['one']],
  ['nothing without a press on a button', click('p'), nothing, []],
  ['nothing when a key followed the press, whose focus would be taken', clickThen('keydown'), nothing, []],
  ['nothing when an input followed the press', clickThen('input'), nothing, []],
  [
    'nothing on a button that says something else after hydration',
    clickNamed('Unlock'),
    (find) => find('#one').setAttribute('aria-label', 'Lock'),
    [],
  ],
  ['what was pressed less than ten seconds before', click('#one'), wait(9_999), ['one']],
  ['nothing that was pressed more than ten seconds before', click('#one'), wait(10_001), []],
])('repeats %s', (_, before, after, expected) => {
  const { heard, find, hydrate } = page();
  before(find);
  const repeat = earlyPress();
  hydrate();
  after(find);
  repeat();
  expect(heard).toEqual(expected);
});
