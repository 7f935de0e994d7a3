import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { Dialog } from './dialog.tsx';

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const back = async () => {
  history.back();
  await vi.waitFor(() => expect(history.state?.isDialog).toBeUndefined());
  await pause();
};

function Page() {
  const [shown, show] = useState<'none' | 'form' | 'both' | 'other'>('none');
  return (
    <>
      <button type="button" onClick={() => show('form')}>
        Open
      </button>
      <Dialog open={shown === 'form' || shown === 'both'} onClose={() => show('none')} title="Form">
        <button type="button" onClick={() => show('both')}>
          Ask
        </button>
        <button type="button" onClick={() => show('other')}>
          Go on
        </button>
        <Dialog open={shown === 'both'} onClose={() => show('form')} title="Question">
          Sure?
        </Dialog>
      </Dialog>
      <Dialog open={shown === 'other'} onClose={() => show('none')} title="Other">
        Next
      </Dialog>
    </>
  );
}

const titles = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((one) => one.querySelector('h2')?.textContent);

beforeEach(async () => {
  vi.stubGlobal('CloseWatcher', undefined);
  history.pushState(null, '', '/schedule');
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
});

it('Back closes the dialog, and the page stays', async () => {
  await back();
  expect([titles(), location.pathname]).toEqual([[], '/schedule']);
});

it('Back closes the dialog on top first, then the one below', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(titles()).toContain('Question');
  history.back();
  await vi.waitFor(() => expect(titles()).toEqual(['Form']));
  await pause();
  await back();
  expect([titles(), location.pathname]).toEqual([[], '/schedule']);
});

it('a dialog that closes as another opens leaves that one open', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await pause();
  expect([titles(), history.state?.isDialog]).toEqual([['Other'], true]);
});

it('a dialog that is closed by hand takes its entry along', async () => {
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(history.state?.isDialog).toBeUndefined());
  expect([titles(), location.pathname]).toEqual([[], '/schedule']);
});

it('an address that is opened from a dialog stays when the dialog closes', async () => {
  history.pushState(null, '', '/details');
  await userEvent.keyboard('{Escape}');
  await pause();
  expect([titles(), location.pathname]).toEqual([[], '/details']);
});
