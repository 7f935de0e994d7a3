import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rememberName } from '#features/people/names/web/state.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { type Belongings, NOTHING } from '../contract.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

const owns = (said: Partial<Belongings>): Belongings => ({ ...NOTHING, known: true, ...said });

function open(first: Belongings, forget: () => Reply = () => ({ status: 204, touches: 'rsvps,visitor' })) {
  let owned = first;
  const heard = answerCalls({
    'GET /api/visitor': () => ({ body: owned }),
    'DELETE /api/visitor': () => {
      const reply = forget();
      if (reply.status === 204) owned = NOTHING;
      return reply;
    },
  });
  renderInPage(<PrivacyPage devices={null} dropCopies={async () => {}} />, { at: '/privacy' });
  return () => heard.filter(({ call }) => call === 'DELETE /api/visitor').length;
}
const button = (name: string) => screen.findByRole('button', { name });
const deleteAll = async () => {
  await userEvent.click(await button('Delete everything of mine'));
  await userEvent.click(await button('Yes, delete it'));
};

it.each([
  [NOTHING, 'Nothing here belongs to this device.'],
  [owns({}), 'You have nothing here but this device’s cookie.'],
  [owns({ accounts: 2, places: 1 }), 'You have 2 accounts and 1 place at an event.'],
  [owns({ places: 3, waiting: 1, games: 2 }), 'You have 3 places at events, 1 entry on a waiting list and 2 games.'],
])('shows what the device owns: %o', async (owned, words) => {
  open(owned);
  await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === words);
});

it('asks for confirmation, and deletes only then', async () => {
  const deleted = open(owns({ accounts: 1 }));
  await userEvent.click(await button('Delete everything of mine'));
  expect(document.activeElement).toBe(await button('Keep everything'));
  await userEvent.click(await button('Keep everything'));
  expect(deleted()).toBe(0);
  await deleteAll();
  await screen.findByText('Nothing here belongs to this device any more.');
  await screen.findByText('Nothing here belongs to this device.');
  expect([deleted(), screen.queryByRole('button', { name: /Delete/ })]).toEqual([1, null]);
});

it('says when it failed, and can be retried', async () => {
  open(owns({ places: 1 }), () => ({ status: 503, body: { code: 'BUSY', message: 'Please try again.' } }));
  await deleteAll();
  await screen.findByText('Please try again.');
  await button('Delete everything of mine');
});

it.each(['at once', 'after a reload'])('completes a deletion whose answer was lost, %s', async (when) => {
  const copies = ['My schedule'];
  let [owned, isLost] = [owns({ places: 1 }), true];
  const connection = { isBack: when === 'at once' };
  answerCalls({
    'GET /api/visitor': () => {
      if (isLost || connection.isBack) return { body: owned };
      throw new TypeError('no network');
    },
    'DELETE /api/visitor': () => {
      owned = NOTHING;
      isLost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  rememberName('Rosa');
  const page = <PrivacyPage devices={null} dropCopies={async () => void copies.pop()} />;
  const { unmount } = renderInPage(page, { at: '/privacy' });
  await deleteAll();
  if (!connection.isBack) {
    await screen.findByText(/It is not certain/);
    expect(copies).toHaveLength(1);
    unmount();
    connection.isBack = true;
    renderInPage(page, { at: '/privacy' });
  }
  await screen.findByText('Nothing here belongs to this device.');
  await screen.findByText('Nothing here belongs to this device any more.');
  expect([copies, screen.queryByText(/^This browser fills in/)]).toEqual([[], null]);
});

it('says that copies could not be deleted, and tries again with the next visit', async () => {
  let [owned, fails] = [owns({ places: 1 }), true];
  answerCalls({
    'GET /api/visitor': () => ({ body: owned }),
    'DELETE /api/visitor': () => {
      owned = NOTHING;
      throw new TypeError('Failed to fetch');
    },
  });
  const dropCopies = async () => {
    if (fails) throw new Error('the disk is locked');
  };
  const page = <PrivacyPage devices={null} dropCopies={dropCopies} />;
  const { unmount } = renderInPage(page, { at: '/privacy' });
  await deleteAll();
  await screen.findByText('Copies on this device could not be deleted. Open this page again.');
  expect(screen.queryByText('Deleted')).toBeNull();
  unmount();
  fails = false;
  renderInPage(page, { at: '/privacy' });
  await screen.findByText('Deleted');
});

it('keeps names and copies when the deletion was refused, also for a device that is unknown later', async () => {
  const copies = ['My schedule'];
  let owned = owns({ places: 1 });
  answerCalls({
    'GET /api/visitor': () => ({ body: owned }),
    'DELETE /api/visitor': () => ({ status: 503, body: { code: 'BUSY', message: 'Please try again.' } }),
  });
  const page = <PrivacyPage devices={null} dropCopies={async () => void copies.pop()} />;
  const { unmount } = renderInPage(page, { at: '/privacy' });
  await deleteAll();
  await screen.findByText('Please try again.');
  unmount();
  owned = NOTHING;
  renderInPage(page, { at: '/privacy' });
  await screen.findByText('Nothing here belongs to this device.');
  expect(copies).toHaveLength(1);
});

it('says when it could not load', async () => {
  let lost = true;
  answerCalls({
    'GET /api/visitor': () => {
      if (lost) throw new TypeError('no network');
      return { body: NOTHING };
    },
  });
  renderInPage(<PrivacyPage devices={null} dropCopies={async () => {}} />, { at: '/privacy' });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  lost = false;
  await userEvent.click(again);
  await screen.findByText(/^Nothing here belongs/);
});

it('shows the names that this browser fills in, and forgets them alone or with everything else', async () => {
  rememberName('Rosa');
  rememberName('Theo');
  open(owns({ accounts: 1 }));
  const line = () => screen.queryByText((_, one) => one?.textContent === 'This browser fills in Rosa, Theo.');
  expect(line()).not.toBeNull();
  await userEvent.click(await button('Forget these names'));
  expect(line()).toBeNull();
  act(() => rememberName('Rosa'));
  await deleteAll();
  await screen.findByText('Nothing here belongs to this device.');
  expect(screen.queryByText(/^This browser fills in/)).toBeNull();
});

it('tells what this browser keeps, and for how long', () => {
  open(NOTHING);
  const card = screen.getByRole('listitem', { name: 'Copies in this browser' });
  for (const words of [
    /names of staff lists and of check-ins that wait/,
    /Copies of pages 14 days/,
    /lists 24 hours/,
  ]) {
    expect(card.textContent).toMatch(words);
  }
});
