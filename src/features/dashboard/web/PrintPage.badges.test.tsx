import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PrintPage } from '#features/dashboard/web/PrintPage.tsx';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';

const badge = (n: number, group = '') => ({
  ...{ id: `u-${n}`, name: `Guest ${n}`, code: `AAAAA${n + 2}`, group, onPhone: false },
});
const open = (at: string, admin = true, badges = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => badge(n))) => {
  const heard = answerCalls({ 'GET /api/admin/badges': () => ({ body: [...badges, badge(0, 'Volunteers')] }) });
  renderInPage(<PrintPage zone="America/New_York" />, { at, events: [], admin });
  return heard;
};

it('prints eight badges a page by name, also without a programme, and on Letter when it is chosen', async () => {
  open('/print/badges');
  const first = await screen.findByRole('article', { name: 'Badges, page 1' });
  expect(
    within(first)
      .getAllByRole('region')
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `Guest ${n}`));
  within(first).getByText('AAA-AA3');
  within(first).getByRole('img', { name: 'Code of Guest 1' });
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(first.dataset.paper).toBe('a4');
  await userEvent.selectOptions(screen.getByLabelText('Paper'), 'Letter');
  expect((await screen.findByRole('article', { name: 'Badges, page 1' })).dataset.paper).toBe('letter');
});

it('prints one group, or one badge, and a list', async () => {
  open('/print/badges?user=u-3');
  await screen.findByRole('region', { name: 'Guest 3' });
  expect(screen.getAllByRole('region', { name: /^Guest/ })).toHaveLength(1);
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'Volunteers');
  await screen.findByRole('region', { name: 'Guest 0' });
  await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'List of badges');
  await screen.findByRole('heading', { name: 'Volunteers' });
  screen.getByRole('cell', { name: 'AAA-AA2' });
});

it('shows badges only to organisers, and asks for none before', async () => {
  const heard = open('/print/badges', false);
  await screen.findByText('Unlock to see the badges');
  expect(heard.filter(({ call }) => call.includes('badges'))).toEqual([]);
});
