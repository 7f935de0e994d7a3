import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { earlyPress } from './early-press.ts';

afterEach(() => {
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

it('repeats the last press before the page was hydrated', () => {
  const { heard, find, hydrate } = page();
  find('#other').click();
  find('#one b').click();
  find('#one b').click();
  const repeat = earlyPress();
  hydrate();
  repeat();
  expect(heard).toEqual(['one']);
});

it('repeats nothing once something was pressed while the page was hydrated', () => {
  const { heard, find, hydrate } = page();
  find('#one').click();
  const repeat = earlyPress();
  hydrate();
  find('#one').click();
  repeat();
  expect(heard).toEqual(['one']);
});

it('repeats nothing without a press on a button', () => {
  const { heard, find, hydrate } = page();
  const before = earlyPress();
  find('p').click();
  const repeat = earlyPress();
  hydrate();
  before();
  repeat();
  expect(heard).toEqual([]);
});

it.each(['keydown', 'input'])('repeats nothing when a %s followed the press, whose focus would be taken', (type) => {
  const { heard, find, hydrate } = page();
  find('#one').click();
  find('p').dispatchEvent(new Event(type, { bubbles: true }));
  const repeat = earlyPress();
  hydrate();
  repeat();
  expect(heard).toEqual([]);
});

it('repeats nothing on a button that says something else after hydration', () => {
  const { heard, find, hydrate } = page();
  find('#one').setAttribute('aria-label', 'Unlock');
  find('#one').click();
  const repeat = earlyPress();
  hydrate();
  find('#one').setAttribute('aria-label', 'Lock');
  repeat();
  expect(heard).toEqual([]);
});

it('repeats nothing that was pressed more than ten seconds before', () => {
  const { heard, find, hydrate } = page();
  find('#one').click();
  const repeat = earlyPress();
  hydrate();
  vi.spyOn(performance, 'now').mockReturnValue((window.pressed?.timeStamp ?? 0) + 10_001);
  repeat();
  vi.restoreAllMocks();
  expect(heard).toEqual([]);
});
