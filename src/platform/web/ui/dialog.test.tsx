import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

const Page = ({ children }: { children?: React.ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Register for Event" description="Catan">
        {children}
      </Dialog>
    </main>
  );
};

test('it is named, described, and begins at its first field', async () => {
  render(
    <Page>
      <input aria-label="Player Name" />
    </Page>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  screen.getByRole('dialog', { name: 'Register for Event', description: 'Catan' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Player Name' }));
});

test('without a field the dialog itself has the focus', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

test.each(['{Escape}', 'Close'])('%s closes it, and the focus is back where it was', async (way) => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  if (way === 'Close') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  else await userEvent.keyboard(way);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('the page stands still while a dialog is open, and scrolls again after', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(document.documentElement.dataset.locked).toBe('');
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.dataset.locked).toBeUndefined();
});

test('it injects no style element, which the Content-Security-Policy would refuse', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(document.querySelectorAll('style')).toHaveLength(0);
});
