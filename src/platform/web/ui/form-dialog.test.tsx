import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';

const form = (isBusy: boolean) => (
  <FormDialog
    title="Add a Game"
    description="Who brings what."
    submitLabel="Add"
    sendingLabel="Adding..."
    act={{ isBusy }}
    onSubmit={() => undefined}
    onClose={() => undefined}
  >
    {null}
  </FormDialog>
);

it('says while a form is sent for four seconds that the network is slow', () => {
  vi.useFakeTimers();
  const { rerender } = render(form(true));
  act(() => void vi.advanceTimersByTime(3999));
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  const slow = screen.getByText('The network is slow. You may close this: it is still sent.');
  expect(slow.closest('footer')).not.toBeNull();
  rerender(form(false));
  expect(screen.queryByRole('status')).toBeNull();
  vi.useRealTimers();
});
