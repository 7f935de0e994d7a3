import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function Page({ onPress }: { onPress: () => void }) {
  const [isOpen, open] = useState(true);
  const [hasNext, setNext] = useState(false);
  return (
    <>
      <button type="button" onClick={onPress}>
        Below
      </button>
      <Dialog open={isOpen} onClose={() => open(false)} title="Form">
        <button type="button" onClick={() => open(false)}>
          Confirm
        </button>
        <button
          type="button"
          onClick={() => {
            open(false);
            setNext(true);
          }}
        >
          Go on
        </button>
      </Dialog>
      <Dialog open={hasNext} onClose={() => setNext(false)} title="Next form">
        <button type="button" onClick={onPress}>
          Next
        </button>
      </Dialog>
    </>
  );
}

const press = (name: string, clientX: number, clientY: number) => {
  const button = screen.getByRole('button', { name, hidden: true });
  fireEvent(button, new MouseEvent('pointerdown', { bubbles: true, clientX, clientY }));
  fireEvent.click(button, { clientX, clientY, detail: 1 });
};

it.each([
  ['the same place at once', { x: 105, y: 290, after: 350 }, 0],
  ['another place', { x: 105, y: 360, after: 350 }, 1],
  ['the same place half a second later', { x: 105, y: 290, after: 501 }, 1],
])('after a dialog closed, a tap at %s', (_, { x, y, after }, presses) => {
  vi.useFakeTimers();
  const onPress = vi.fn();
  render(<Page onPress={onPress} />);
  press('Confirm', 100, 300);
  vi.advanceTimersByTime(after);
  press('Below', x, y);
  expect(onPress).toHaveBeenCalledTimes(presses);
  vi.runAllTimers();
  vi.useRealTimers();
});

it('after a dialog closed, the second half of a double tap presses nothing in the dialog that follows it', () => {
  vi.useFakeTimers();
  const onPress = vi.fn();
  render(<Page onPress={onPress} />);
  press('Go on', 100, 300);
  press('Next', 100, 300);
  expect(onPress).not.toHaveBeenCalled();
  vi.advanceTimersByTime(501);
  press('Next', 100, 300);
  expect(onPress).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
