import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '#testing/fetch.ts';
import { NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Announcement } from '../contract.ts';
import { AnnouncementsPage } from './AnnouncementsPage.tsx';

const announcement = (said: Partial<Announcement> = {}): Announcement => ({
  id: '1',
  author: 'Priya',
  authorAvatar: null,
  content: 'Doors open at **nine**.',
  timestamp: '2025-11-13T17:58:00.000Z',
  embeds: [],
  ...said,
});

type Far = { status?: number; list?: Announcement[]; age?: string };

/** Answers every call with the current reply of `far`; returns the number of calls. */
const open = (far: Far, page: Partial<ComponentProps<typeof AnnouncementsPage>> = {}) => {
  const asked: string[] = [];
  fakeServer(async (address: string) => {
    asked.push(address);
    if (far.status !== undefined) return new Response('{"code":"BUSY","message":"None."}', { status: far.status });
    return Response.json(far.list ?? [], { headers: far.age === undefined ? {} : { 'x-data-age': far.age } });
  });
  const rendered = renderInPage(<AnnouncementsPage zone="America/New_York" {...page} />, { at: '/announcements' });
  return { asked, ...rendered };
};

const refresh = () => screen.getByRole('button', { name: 'Refresh' });

it('shows five placeholders, then author, text, time and embeds', async () => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
  const embeds = [
    { title: 'Rules', url: 'https://rules.example/', description: 'Be *kind*', color: 0x00ff7f },
    { title: 'Plain', url: null, description: null, color: null },
  ];
  const { container } = open({ list: [announcement({ embeds })] });
  screen.getByRole('heading', { level: 1, name: 'ANNOUNCEMENTS' });
  expect(container.querySelectorAll('.skeleton')).toHaveLength(5);
  const card = within(await screen.findByRole('article', { name: 'Priya' }));
  card.getByText('PR');
  expect(card.getByText('2 minutes ago').getAttribute('datetime')).toBe('2025-11-13T17:58:00.000Z');
  expect(card.getByText('nine').tagName).toBe('STRONG');
  expect(card.getByText('kind').tagName).toBe('EM');
  const link = card.getByRole('link', { name: /^Rules ?\(opens in a new tab\)$/ });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://rules.example/',
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  const sides = [...container.querySelectorAll('rect')].map((side) => [
    side.getAttribute('fill'),
    side.getAttribute('fill-opacity'),
  ]);
  expect(sides).toEqual([
    ['#00ff7f', '0.2'],
    ['currentColor', '0.2'],
  ]);
  expect(card.queryByRole('link', { name: /Plain/ })).toBeNull();
  expect(container.querySelector('[style]')).toBeNull();
  expect(container.querySelectorAll('.skeleton')).toHaveLength(0);
});

it('shows two letters when the picture does not load', async () => {
  const { container } = open({ list: [announcement({ authorAvatar: '/api/discord/avatars/7-abc.png' })] });
  await screen.findByRole('article');
  const picture = container.querySelector('img');
  if (picture === null) throw new Error('no picture');
  expect(picture.getAttribute('src')).toBe('/api/discord/avatars/7-abc.png');
  fireEvent.error(picture);
  screen.getByText('PR');
  expect(container.querySelector('img')).toBeNull();
});

it('covers a spoiler until its button is pressed', async () => {
  open({ list: [announcement({ content: '>>> The winner is ||table **four**||!' })] });
  const card = await screen.findByRole('article');
  expect(card.querySelector('blockquote')?.textContent).toBe('The winner is Spoiler!');
  const button = screen.getByRole('button', { name: 'Spoiler', expanded: false });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('four').tagName).toBe('STRONG');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(card.textContent).not.toContain('table');
});

it('says when there are none, and when they did not load', async () => {
  const far: Far = {};
  open(far);
  await screen.findByText('No announcements yet');
  far.status = 503;
  await userEvent.click(refresh());
  // The list stays, with its age.
  await screen.findByText(/^The channel can’t be read just now/);
  screen.getByText('No announcements yet');
});

it('says that it failed, and retries', async () => {
  const far: Far = { status: 503 };
  open(far);
  await screen.findByText('Failed to load announcements');
  screen.getByText('Discord integration may not be configured or the channel is inaccessible');
  delete far.status;
  far.list = [announcement()];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('article');
  expect(screen.queryByText('Failed to load announcements')).toBeNull();
});

it('says that it failed once, small, below what the festival says itself', async () => {
  open({ status: 503 }, { own: <p>Doors at nine</p> });
  const said = await screen.findByText('Failed to load announcements');
  screen.getByText('Discord integration may not be configured or the channel is inaccessible');
  expect(screen.getByText('Doors at nine').compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('asks no chat where announcements come only from here, and says at once that there are none', () => {
  const { asked } = open({}, { isAsked: false });
  screen.getByText('No announcements yet');
  expect(asked.filter((address) => address.includes('announcements'))).toEqual([]);
});

it('refetches on request, and says that it did', async () => {
  const far: Far = { list: [announcement()] };
  const { asked } = open(far);
  await screen.findByRole('article', { name: 'Priya' });
  far.list = [announcement({ id: '2', author: 'Sam' }), announcement()];
  await userEvent.click(refresh());
  await screen.findByRole('article', { name: 'Sam' });
  await screen.findByText('Announcements refreshed');
  expect(asked).toEqual(['/api/discord/announcements', '/api/discord/announcements']);
});

it('refetches every 30 seconds', async () => {
  vi.useFakeTimers({
    now: new Date(NOW),
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
  const { asked } = open({ list: [announcement()] });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  await pass(1);
  expect(asked).toHaveLength(1);
  await pass(28);
  expect(asked).toHaveLength(1);
  await pass(2);
  expect(asked).toHaveLength(2);
  await pass(30);
  expect(asked).toHaveLength(3);
});

it('says how old the list is', async () => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
  const far: Far = { list: [announcement()], age: '1080' };
  open(far);
  await waitFor(() =>
    expect(screen.getByText(/as of/).parentElement?.textContent).toBe(
      'The channel can’t be read just now. These are the announcements as of 12:42 PM.',
    ),
  );
  far.age = String(1080 + 86_400);
  await userEvent.click(refresh());
  await waitFor(() =>
    expect(screen.getByText(/as of/).parentElement?.textContent).toMatch(/as of Nov 12, 12:42 PM\.$/),
  );
  delete far.age;
  await userEvent.click(refresh());
  await waitFor(() => expect(screen.queryByText(/as of/)).toBeNull());
});
