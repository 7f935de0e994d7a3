import { act, render, screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { Dialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';
import { forgetToasts, showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => act(forgetToasts));

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

const renderOpen = async (children: React.ReactNode = null, beside: React.ReactNode = null) => {
  render(
    <>
      <Page>{children}</Page>
      {beside}
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
};

test('has a name and a description, and focuses its first field', async () => {
  await renderOpen(<input aria-label="Player Name" />);
  screen.getByRole('dialog', { name: 'Register for Event', description: 'Catan' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Player Name' }));
});

test('focuses the dialog itself when there is no field', async () => {
  await renderOpen();
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

test.each(['{Escape}', 'Close'])('%s closes it, and the focus returns to where it was', async (way) => {
  await renderOpen();
  if (way === 'Close') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  else await userEvent.keyboard(way);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

/** As when the password is asked for before a form: the second dialog opens when the first one closes. */
const Steps = () => {
  const [step, setStep] = useState(0);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setStep(1)}>
        Open
      </button>
      <Dialog open={step === 1} onClose={() => setStep(0)} title="Password">
        <input aria-label="Password" onKeyDown={() => setStep(2)} />
      </Dialog>
      {step === 2 && (
        <Dialog open onClose={() => setStep(0)} title="Form">
          <input aria-label="Name" />
        </Dialog>
      )}
    </main>
  );
};

test('returns the focus to what opened the dialog before it', async () => {
  render(<Steps />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.keyboard('x');
  await findDialog('Form');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('one Escape closes it even while a toast is shown', async () => {
  await renderOpen(null, <Toaster />);
  act(() => void showToast({ title: 'Refused' }));
  await screen.findByRole('button', { name: 'Dismiss' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape closes only the upper of two dialogs, with or without a toast', async () => {
  await renderOpen(<Page />, <Toaster />);
  const open = () => screen.queryAllByRole('dialog', { hidden: true }).length;
  const again = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open' }));
  await again();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(open()).toBe(1));
  await again();
  act(() => void showToast({ title: 'Refused' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(open()).toBe(1));
});

test('the page does not scroll while a dialog is open', async () => {
  await renderOpen();
  expect(document.documentElement.dataset.locked).toBe('');
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.dataset.locked).toBeUndefined();
});

test('the page does not scroll until the lower of two dialogs is closed', async () => {
  await renderOpen(<Page />);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(1));
  expect(document.documentElement.dataset.locked).toBe('');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.documentElement.dataset.locked).toBeUndefined());
});

test('injects no style element, which the Content-Security-Policy would block', async () => {
  await renderOpen();
  expect(document.querySelectorAll('style')).toHaveLength(0);
});

/** Details with a part that is still to be loaded, in whatever Suspense is around; from step 2 on with a form above. */
const Stacked = ({ step, Part }: { step: number; Part: ComponentType }) => (
  <main id="main" tabIndex={-1}>
    <Suspense fallback={null}>
      <Dialog open onClose={() => undefined} title="Details">
        <button type="button">RSVP</button>
        {step > 0 && <Part />}
      </Dialog>
    </Suspense>
    {step > 1 && (
      <Dialog open onClose={() => undefined} title="Form">
        <input aria-label="Name" />
      </Dialog>
    )}
  </main>
);

test('a dialog in which a part was loaded later leaves the focus to the one above it', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  const Part = lazy(() => promise);
  const { rerender } = render(<Stacked step={0} Part={Part} />);
  rerender(<Stacked step={1} Part={Part} />);
  await act(async () => resolve({ default: () => <p>Loaded</p> }));
  await screen.findByText('Loaded');
  // Radix gives up a trap in a timer.
  await act(() => new Promise((done) => setTimeout(done)));
  screen.getByText('RSVP').focus();
  rerender(<Stacked step={2} Part={Part} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

/** Returns what the Back of an Android phone does. */
function backOfAPhone() {
  const watchers = new Set<{ onclose: (() => void) | null }>();
  vi.stubGlobal(
    'CloseWatcher',
    class {
      onclose: (() => void) | null = null;
      constructor() {
        watchers.add(this);
      }
      destroy() {
        watchers.delete(this);
      }
    },
  );
  return { watchers, goBack: () => act(() => [...watchers].at(-1)?.onclose?.()) };
}

test('closes by the Back of a phone, one at a time', async () => {
  const { watchers, goBack } = backOfAPhone();
  await renderOpen(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).length;
  expect(dialogs()).toBe(2);
  goBack();
  expect([dialogs(), watchers.size]).toEqual([1, 1]);
  goBack();
  expect([dialogs(), watchers.size]).toEqual([0, 0]);
});

test('the menu closes by the Back of a phone, and a dialog of the address does not', () => {
  const { watchers, goBack } = backOfAPhone();
  const close = vi.fn();
  render(
    <>
      <Dialog open hasOwnAddress onClose={close} title="Catan Open" />
      <Sheet open onClose={close} title="Menu">
        <a href="/">Events</a>
      </Sheet>
    </>,
  );
  expect(watchers.size).toBe(1);
  goBack();
  expect(close).toHaveBeenCalledOnce();
});
