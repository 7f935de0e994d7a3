import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { PosterSheets } from './Poster.tsx';

const code = (id: string): string => `GET /api/events/${id}/qr-code`;
const EVENTS = ['catan', 'uno', 'chess'].map((id) => shownEvent({ id, title: id }));

it('asks for one code at a time, and shows no poster before all are there', async () => {
  const waiting: ((reply: Reply) => void)[] = [];
  const slow = () => new Promise<Reply>((resolve) => waiting.push(resolve));
  const heard = answerCalls({ [code('catan')]: slow, [code('uno')]: slow, [code('chess')]: slow });
  renderInPage(<PosterSheets events={EVENTS} zone="UTC" />);
  for (const asked of [1, 2, 3]) {
    await waitFor(() => expect(waiting).toHaveLength(asked));
    expect(screen.queryAllByRole('article')).toEqual([]);
    waiting.at(-1)?.({ body: { qrCode: `data:,${asked}` } });
  }
  expect((await screen.findAllByRole('article')).map(({ ariaLabel }) => ariaLabel)).toEqual(['catan', 'uno', 'chess']);
  expect(heard.map(({ call }) => call)).toEqual(['catan', 'uno', 'chess'].map(code));
});

it('leaves out completed events, and says when none is left', async () => {
  const over = shownEvent({ id: 'over', title: 'over', status: 'completed' });
  const heard = answerCalls({ [code('uno')]: () => ({ body: { qrCode: 'data:,' } }) });
  renderInPage(<PosterSheets events={[over, shownEvent({ id: 'uno', title: 'uno' })]} zone="UTC" />);
  await screen.findByRole('article', { name: 'uno' });
  renderInPage(<PosterSheets events={[over]} zone="UTC" />);
  screen.getByText('Every event of this day is completed.');
  expect(heard).toHaveLength(1);
});
