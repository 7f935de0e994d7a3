import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetToasts, useToasts } from '#platform/web/ui/toast.ts';
import { ToastOutlet } from '#platform/web/ui/toast-outlet.tsx';
import { fakeServer } from '#testing/fetch.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Message } from '../contract.ts';
import { FestivalMessages, StaffMessages } from './MessageLists.tsx';
import { MessageNews } from './MessageNews.tsx';
import { publicMessagesQuery, useUnreadMessages } from './state.ts';
import { UrgentBand, UrgentWall } from './Urgent.tsx';

const message = (said: Partial<Message> = {}): Message => ({
  ...{ id: 'm1', text: 'Leave by the **south** doors.', urgent: true, audience: 'everybody', eventId: null },
  ...{ from: 'Priya, organiser', at: '2025-11-13T17:59:00.000Z', endsAt: '2025-11-13T20:00:00.000Z', revision: 1 },
  ...said,
});

let client: QueryClient;
const Unread = () => {
  client = useQueryClient();
  return <output>{useUnreadMessages().length} unread</output>;
};

let toAll: Message[];
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
});

function show(messages: Message[], shown = <UrgentBand />) {
  toAll = messages;
  fakeServer(async (address: string) => Response.json(address.endsWith('/public') ? toAll : []));
  return renderInPage(
    <>
      {shown}
      <Unread />
    </>,
  );
}

const urgent = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

it('says once, within seconds, that this device shows an urgent message', async () => {
  vi.useFakeTimers({ now: new Date(NOW), shouldAdvanceTime: true });
  const heard = answerCalls({
    'GET /api/messages/public': () => ({ body: [message()] }),
    'POST /api/messages/shown': () => ({ status: 204 }),
  });
  const said = () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  const { unmount } = renderInPage(<UrgentBand />);
  await screen.findByRole('alert');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(said()).toEqual([{ messages: [{ id: 'm1', revision: 1 }] }]);
  unmount();
  renderInPage(<UrgentBand />);
  await screen.findByRole('alert');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(said()).toHaveLength(1);
});

it('shows each urgent message until it is understood on this device, newest first', async () => {
  const newer = message({ id: 'm2', text: 'The lift is broken.', at: '2025-11-13T17:59:30.000Z' });
  const { unmount } = show([message(), newer, message({ id: 'm3', urgent: false })]);
  // The Markdown's code comes later.
  await waitFor(() => expect(urgent()).toEqual(['The lift is broken.', 'Leave by the south doors.']));
  const [first] = screen.getAllByRole('button', { name: 'Understood' });
  if (first !== undefined) await userEvent.click(first);
  expect(urgent()).toHaveLength(1);
  screen.getByText('2 unread');
  unmount();
  show([message(), newer]);
  await waitFor(() => expect(urgent()).toHaveLength(1));
});

it('shows a message again when it was edited, and none that has ended or was withdrawn', async () => {
  show([message(), message({ id: 'm2', endsAt: NOW })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Understood' }));
  expect(urgent()).toEqual([]);
  act(() => void client.setQueryData(publicMessagesQuery.queryKey, [message({ text: 'North doors.', revision: 2 })]));
  await waitFor(() => expect(urgent()).toEqual([expect.stringMatching(/^North doors\./)]));
  act(() => void client.setQueryData(publicMessagesQuery.queryKey, []));
  await waitFor(() => expect(urgent()).toEqual([]));
});

it('shows a helper the messages to the staff until they are understood', async () => {
  const toStaff = { audience: 'staff', urgent: false, text: 'All to the pier.' } as const;
  show([message(toStaff), message({ id: 'm2', urgent: false })], <StaffMessages zone="America/New_York" />);
  await screen.findByText('All to the pier.');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByRole('article')).toBeNull();
});

it('takes messages for read where they are listed', async () => {
  show([message(), message({ id: 'm2', urgent: false })], <FestivalMessages zone="America/New_York" />);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  await screen.findByText('0 unread');
});

it('fills a big screen with the urgent ones to everybody, and hides what is below from everyone', async () => {
  const wall = (
    <UrgentWall zone="America/New_York">
      <h1>LIVE LEADERBOARD</h1>
    </UrgentWall>
  );
  // jsdom has no layout: the letters fit from size 3.5 on.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return Number((this as HTMLElement).style?.getPropertyValue('--size')) > 3.5 ? 200 : 0;
  });
  show([message({ text: 'x'.repeat(91) })], wall);
  const region = await screen.findByRole('region', { name: 'Urgent messages' });
  await waitFor(() => expect(region.style.getPropertyValue('--size')).toBe('3.5'));
  expect(screen.queryByText(/^Page/)).toBeNull();
  expect(screen.getByText('LIVE LEADERBOARD').closest('[inert]')).not.toBeNull();
});

it('turns pages on a big screen that the smallest letters do not fit', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2500);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(1000);
  show([message()], <UrgentWall zone="America/New_York">{null}</UrgentWall>);
  await screen.findByText('Page 1 of 3');
  vi.restoreAllMocks();
});

it('says an ordinary message once, politely, after the urgent one is understood', async () => {
  const toasts = () => screen.queryAllByText(/^From the festival$/).length;
  const shown = (
    <>
      <UrgentBand />
      <MessageNews />
      <ToastOutlet />
    </>
  );
  const { unmount } = show([message(), message({ id: 'm2', urgent: false, text: 'The **bar** is open.' })], shown);
  const understood = await screen.findByRole('button', { name: 'Understood' });
  await screen.findByText('2 unread');
  // What is to be shown, also before its code has come.
  expect(renderHook(useToasts).result.current).toEqual([]);
  await userEvent.click(understood);
  await waitFor(() => expect(screen.queryAllByText('The bar is open.').length).toBeGreaterThan(0));
  expect(toasts()).toBeGreaterThan(0);
  unmount();
  forgetToasts();
  show([message({ id: 'm2', urgent: false, text: 'The **bar** is open.' })], shown);
  await screen.findByText('1 unread');
  expect(toasts()).toBe(0);
});
