import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dropWrites, keepWrite } from '#platform/web/kept-writes.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { KEPT_KIND, keptUntil } from './place-writes.ts';
import { forgetLosses, startSending } from './sending.ts';

withIndexedDb();

const turn = () => act(() => new Promise((resolve) => setTimeout(resolve)));

afterEach(() => {
  vi.restoreAllMocks();
  forgetLosses();
  return dropWrites(KEPT_KIND);
});

it('ends the sending where the browser keeps no cookies, and says so once', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const heard = answerCalls({});
  renderInPage(null);
  const startTime = new Date(Date.parse(NOW) + 3_600_000).toISOString();
  const body = { act: 'register', eventId: 'catan', playerName: 'Alex', title: 'Catan Open', startTime, known: false };
  await keepWrite({ id: 'k1', kind: KEPT_KIND, body, until: keptUntil(startTime) ?? '' });
  const stop = startSending();
  await screen.findByText(/^This browser keeps no cookies/);
  act(forgetToasts);
  stop();
  const stopAgain = startSending();
  document.dispatchEvent(new Event('visibilitychange'));
  for (let turns = 0; turns < 50; turns += 1) await turn();
  stopAgain();
  expect(screen.queryByText(/^This browser keeps no cookies/)).toBeNull();
  expect(heard).toEqual([]);
});
