import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { position, Tooltip } from './tooltip.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 10_000_000 }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const Two = () => (
  <>
    <Tooltip text="The first">
      <button type="button">One</button>
    </Tooltip>
    <Tooltip text="The second">
      <button type="button">Two</button>
    </Tooltip>
  </>
);
const over = (name: string) => fireEvent.pointerOver(screen.getByText(name), { pointerType: 'mouse' });
const out = (name: string) => fireEvent.pointerOut(screen.getByText(name), { pointerType: 'mouse' });

test('opens after 700 ms and describes its trigger', () => {
  render(<Two />);
  over('One');
  pass(699);
  expect(screen.queryByRole('tooltip')).toBeNull();
  pass(1);
  screen.getByRole('button', { name: 'One', description: 'The first' });
});

test('opens at once within 300 ms after a neighbour, and waits after that', () => {
  render(<Two />);
  over('One');
  pass(700);
  out('One');
  pass(100);
  expect(screen.queryByRole('tooltip')).toBeNull();
  pass(299);
  over('Two');
  pass(0);
  expect(screen.getByRole('tooltip').textContent).toBe('The second');
  out('Two');
  pass(100);
  pass(300);
  over('One');
  pass(0);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('Esc closes it', () => {
  render(<Two />);
  over('One');
  pass(700);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('appears on the preferred side, flips where there is no room, and stays inside the window', () => {
  const view = { width: 400, height: 300 };
  const bubble = { width: 100, height: 30 };
  const anchor = (left: number, top: number) => ({ left, top, width: 44, height: 44 });
  expect([
    position('top', anchor(200, 100), bubble, view),
    position('top', anchor(200, 0), bubble, view),
    position('bottom', anchor(350, 10), bubble, view),
    position('right', anchor(2, 100), bubble, view),
  ]).toEqual([
    { x: 172, y: 62 },
    { x: 172, y: 52 },
    { x: 292, y: 62 },
    { x: 54, y: 107 },
  ]);
});
