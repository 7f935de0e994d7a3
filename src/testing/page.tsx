/** Renders components inside a page, with fake responses of the network. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { forgetAdminMode, unlocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { adminEventsQuery, eventsQuery } from '#features/events/web/state.ts';
import type { Festival } from '#features/festival/contract.ts';
import { festivalQuery } from '#features/festival/web/queries.ts';
import { BadgeWord } from '#features/limits/web/BadgeWord.tsx';
import { forgetBadgeWord } from '#features/limits/web/state.ts';
import { forgetNames } from '#features/people/names/web/state.ts';
import { onTouched } from '#platform/web/api.ts';
import { forgetClock, NowProvider } from '#platform/web/clock.tsx';
import { forgetConnection } from '#platform/web/connection.ts';
import { forgetDrafts, forgetUnanswered } from '#platform/web/forms.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { ToastOutlet } from '#platform/web/ui/toast-outlet.tsx';
import { forgetUnsent } from '#platform/web/use-unsent.ts';
import { fakeServer } from './fetch.ts';

// The first dialog of a test file is loaded and compiled during the test.
configure({ asyncUtilTimeout: 5_000 });

// jsdom captures no pointers, and a toast asks for that at every click.
Element.prototype.hasPointerCapture ??= () => false;

export const NOW = '2025-11-13T18:00:00.000Z';

export const shownFestival: Festival = {
  name: 'Games by the Sea',
  dates: '13-16 November 2025',
  firstDay: '2025-11-13',
  lastDay: '2025-11-16',
  timeZone: 'America/New_York',
  place: 'Pixel Tide Hotel',
  address: '1 Ocean Drive',
  blurb: 'Four days of games.',
  links: { localSpots: 'https://spots.example/', chatCommunity: 'https://chat.example/' },
  faq: { introduction: 'Hello.', what: 'Games.', when: 'In November.', where: 'Here.', who: 'You.', why: 'Fun.' },
  missions: [],
};

export type Heard = { readonly call: string; readonly body: unknown; readonly headers: Record<string, string> };
export type Reply = {
  readonly status?: number;
  readonly body?: unknown;
  readonly touches?: string;
  /** The worker answers with an offline copy. */
  readonly copiedAt?: string;
  /** The server's time (ISO 8601). */
  readonly date?: string;
  readonly headers?: Record<string, string>;
};

const unknownCall = (): Reply => ({ status: 404, body: { code: 'NO_SUCH_CALL', message: 'No.' } });

/** Without a reply of their own, organisers get what everybody gets. */
const AS_PUBLIC: Readonly<Record<string, string>> = { 'GET /api/admin/events': 'GET /api/events' };

/**
 * Fakes fetch: replies by method and path, 404 for anything else. A reply that throws is a lost connection. Returns the
 * requests, in order.
 */
export const answerCalls = (replies: Record<string, (heard: Heard) => Reply | Promise<Reply>>): Heard[] => {
  const log: Heard[] = [];
  fakeServer(async (address, asked) => {
    const heard = {
      call: `${asked.method ?? 'GET'} ${address}`,
      body: typeof asked.body === 'string' ? JSON.parse(asked.body) : undefined,
      headers: Object.fromEntries(new Headers(asked.headers)),
    };
    log.push(heard);
    const {
      status = 200,
      body,
      touches,
      copiedAt,
      date,
      headers,
    } = await (replies[heard.call] ?? replies[AS_PUBLIC[heard.call] ?? ''] ?? unknownCall)(heard);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: {
        ...(touches !== undefined && { 'x-touches': touches }),
        ...(copiedAt !== undefined && { 'x-kept-at': copiedAt }),
        ...(date !== undefined && { date: new Date(date).toUTCString() }),
        ...headers,
      },
    });
  });
  return log;
};

/** The phone sleeps with the page hidden: the steady clock stands still. */
export function sleepFor(ms: number): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.setSystemTime(Date.now() + ms);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
}

type Around = {
  at?: string;
  events?: FestivalEvent[] | undefined;
  wide?: boolean;
  admin?: boolean;
  festival?: Festival;
};

/**
 * Renders `children` inside a loaded page of a phone, or of a `wide` screen; with `admin` in admin mode. Omit `events` while
 * their list is loading.
 */
export const renderInPage = (
  children: ReactNode,
  { at = '/', events, wide = false, admin = false, festival = shownFestival }: Around = {},
) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: !(wide && query.startsWith('(width <')),
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  // The page's clock is the device's: without this the events shown would be long over.
  if (!vi.isFakeTimers()) vi.setSystemTime(NOW);
  history.replaceState(null, '', at);
  if (admin) {
    unlocked();
    // Unlocking shows a toast.
    forgetToasts();
  }
  client = createQueryClient();
  client.setQueryData(festivalQuery.queryKey, festival);
  if (events !== undefined) client.setQueryData(eventsQuery.queryKey, events);
  if (events !== undefined && admin) client.setQueryData(adminEventsQuery.queryKey, events);
  stopHearing = onTouched((topics) => {
    for (const topic of topics) void client.invalidateQueries({ queryKey: [topic] });
  });
  return render(
    <QueryClientProvider client={client}>
      <NowProvider initial={NOW}>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <BadgeWord />
        <ToastOutlet />
      </NowProvider>
    </QueryClientProvider>,
  );
};

let client = createQueryClient();
let stopHearing = () => {};

afterEach(() => {
  cleanup();
  // Ends the requests that would be tried again in the next test.
  client.clear();
  stopHearing();
  forgetToasts();
  forgetAdminMode();
  forgetBadgeWord();
  forgetNames();
  forgetDrafts();
  forgetUnanswered();
  forgetConnection();
  forgetClock();
  forgetUnsent();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
