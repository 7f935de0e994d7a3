import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { Button } from './button.tsx';

test('a button with a reason can be focused, shows the reason, and does nothing', async () => {
  const press = vi.fn();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" onClick={press} disabledReason="Type your name first.">
        Confirm
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Confirm', description: 'Type your name first.' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect([press, submit].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
});

test('a button without a reason works, and does not submit a form by default', async () => {
  const press = vi.fn();
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button onClick={press}>Cancel</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([press, submit].map((spy) => spy.mock.calls.length)).toEqual([1, 0]);
});

test('a button that was just pressed hides the reason which the press brought about, until somebody comes again', async () => {
  const button = (reason?: string) => (
    <Button onClick={() => undefined} disabledReason={reason}>
      Add
    </Button>
  );
  const { rerender } = render(button());
  const add = screen.getByRole('button', { name: 'Add' });
  await userEvent.click(add);
  rerender(button('Type a name first.'));
  expect(add.parentElement?.dataset.pressed).toBe('true');
  await userEvent.unhover(add);
  await userEvent.hover(add);
  expect(add.parentElement?.dataset.pressed).toBeUndefined();
});
