/** Prepares the programme through the API, as an organiser's browser would. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Match } from '#features/brackets/contract.ts';
import type { StaffRsvp } from '#features/check-in/contract.ts';
import type { EventStatus, FestivalEvent, NewEvent, TableSettings } from '#features/events/contract.ts';
import type { EditedFacts, FactsDesk } from '#features/festival/contract.ts';
import type { NewMessage } from '#features/news/messages/contract.ts';
import type { User } from '#features/people/users/contract.ts';
import type { PointEntry } from '#features/points/contract.ts';
import type { ScreenPage, ScreenPlan, StaffScreen } from '#features/screens/contract.ts';
import type { NewHelper } from '#features/staff/contract.ts';
import { ADMIN_PASSWORD } from './program.ts';

export type Organiser = ReturnType<typeof organiserOf>;

/** One session per program: its password check is slow on purpose. */
const cookies = new Map<string, Promise<string>>();

/** Journeys share a program, so titles must be unique. */
export const unique = (title: string): string => `${title} ${randomUUID().slice(0, 6)}`;

const DAY = 24 * 3600_000;

/** A full hour two days ahead. */
export const soon = (): string => new Date(Math.floor(Date.now() / DAY) * DAY + 2.75 * DAY).toISOString();

const json = async (response: Response): Promise<unknown> => {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body}`);
  return body === '' ? null : JSON.parse(body);
};

async function unlock(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/admin/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('fest_admin='));
  if (cookie === undefined) throw new Error('the program did not unlock');
  return cookie.split(';', 1)[0] ?? '';
}

/**
 * Headers that make the server answer with a fresh list instead of a cached copy. A position from the future counts as the
 * present one.
 */
export const justWrote = () => ({ cookie: `fest_wrote=${Date.now() + 60_000}` });

export function organiserOf(origin: string) {
  const added: string[] = [];
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const cookie = cookies.get(origin) ?? unlock(origin);
    cookies.set(origin, cookie);
    return json(
      await fetch(`${origin}${path}`, {
        method,
        headers: {
          cookie: `${await cookie}; ${justWrote().cookie}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  };
  const events = async () =>
    (await json(await fetch(`${origin}/api/events`, { headers: justWrote() }))) as FestivalEvent[];
  return {
    events,

    /** The cookie of a running session, for a browser. */
    async session(): Promise<{ name: string; value: string; url: string }> {
      await send('GET', '/api/admin/session');
      const [name = '', value = ''] = ((await cookies.get(origin)) ?? '').split('=');
      return { name, value, url: origin };
    },

    /** Returns the number of places taken, as the server counts them. */
    async taken(id: string): Promise<number | undefined> {
      return (await events()).find((event) => event.id === id)?.currentRegistrations;
    },

    /** Waits until everybody gets a list with the event: a copy may be a second old. */
    async whenListed(id: string): Promise<void> {
      const isListed = async () => (await (await fetch(`${origin}/api/events`)).text()).includes(id);
      while (!(await isListed())) await pause(100);
    },

    /** Replaces some of the festival's facts. */
    async editFestival(changed: Partial<EditedFacts>): Promise<void> {
      const { facts } = (await send('GET', '/api/admin/festival')) as FactsDesk;
      await send('PUT', '/api/admin/festival', { facts: { ...facts, ...changed } });
    },

    async addEvent(event: Partial<NewEvent> & { title: string }): Promise<FestivalEvent> {
      const made = (await send('POST', '/api/events', {
        eventType: 'board-game',
        description: 'Bring a chair and a friend.',
        startTime: soon(),
        duration: 90,
        location: 'Tide Pool',
        host: 'Priya',
        capacity: 8,
        googleDocUrl: null,
        tournamentType: null,
        ...event,
      })) as FestivalEvent;
      added.push(made.id);
      return made;
    },

    /** Deletes what is left of the events that were added here. */
    async deleteAdded(): Promise<void> {
      if (added.length === 0) return;
      const present = new Set((await events()).map(({ id }) => id));
      await Promise.all(added.filter((id) => present.has(id)).map((id) => send('DELETE', `/api/events/${id}`)));
    },

    editEvent: (id: string, change: Partial<NewEvent & TableSettings>) => send('PATCH', `/api/events/${id}`, change),

    /** Registers somebody and checks them in. */
    addWalkIn: (id: string, playerName: string) => send('POST', `/api/events/${id}/rsvps`, { playerName }),

    /** Makes a helper, and returns the path and secret of the link. */
    async addHelper(helper: Partial<NewHelper>): Promise<{ id: string; path: string }> {
      const body = { name: 'Mira', role: 'door', ...helper };
      const { id, link } = (await send('POST', '/api/helpers', body)) as { id: string; link: string };
      return { id, path: link.slice(link.indexOf('/helper')) };
    },

    /** Sends a message, to everybody unless it says otherwise. */
    tell: (message: Partial<NewMessage> & { text: string }) =>
      send('POST', '/api/messages', { urgent: false, audience: 'everybody', ...message }),

    withdraw: (messageId: string) => send('DELETE', `/api/messages/${messageId}`),

    planScreen: (name: string, plan: ScreenPlan) => send('PUT', `/api/screens/${name}`, plan),

    showOnScreen: (name: string, page: ScreenPage | null) => send('PUT', `/api/screens/${name}/now`, { page }),

    removeScreen: (name: string) => send('DELETE', `/api/screens/${name}`),

    nameScreen: (code: string, name: string) => send('PUT', `/api/screen-codes/${code}`, { name }),

    screens: () => send('GET', '/api/screens') as Promise<StaffScreen[]>,

    addUser: (name: string) => send('POST', '/api/users', { name }) as Promise<User>,

    givePoints: (id: string, points: number, reason: string) =>
      send('POST', `/api/users/${id}/points`, { points, reason }) as Promise<unknown>,

    points: (id: string) => send('GET', `/api/users/${id}/points`) as Promise<PointEntry[]>,

    stopHelper: (id: string) => send('DELETE', `/api/helpers/${id}`),

    staffList: (id: string) => send('GET', `/api/events/${id}/rsvps`) as Promise<StaffRsvp[]>,

    renamePlace: (id: string, playerName: string) => send('POST', `/api/rsvps/${id}/rename`, { playerName }),

    async removePlace(id: string, playerName: string): Promise<void> {
      const places = (await send('GET', `/api/events/${id}/rsvps`)) as StaffRsvp[];
      await send('POST', `/api/rsvps/${places.find((place) => place.playerName === playerName)?.id}/remove`, {});
    },

    sayLate: (id: string, minutes: number) => send('PUT', `/api/events/${id}/late`, { minutes }),

    changeStatus: (id: string, status: EventStatus) => send('PATCH', `/api/events/${id}/status`, { status }),

    /** In a rehearsal. */
    moveClock: (to: string) => send('PUT', '/api/rehearsal/clock', { to }),

    /** Returns the event's check-in code as an image. */
    qrCode: async (id: string) => ((await send('GET', `/api/events/${id}/qr-code`)) as { qrCode: string }).qrCode,

    matches: (id: string) => send('GET', `/api/matches?eventId=${id}`) as Promise<Match[]>,
    drawBracket: (id: string) =>
      send('POST', `/api/events/${id}/generate-bracket`, { randomSeed: false }) as Promise<Match[]>,
    enterScore: (matchId: string, [player1Score, player2Score]: readonly [number, number]) =>
      send('PATCH', `/api/matches/${matchId}/score`, { player1Score, player2Score }) as Promise<Match>,

    deleteEvent: (id: string) => send('DELETE', `/api/events/${id}`),

    /** Registers somebody on their own device and returns its cookie. */
    async register(eventId: string, playerName: string): Promise<string> {
      const response = await fetch(`${origin}/api/rsvps`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ eventId, playerName }),
      });
      await json(response);
      return (
        response.headers
          .getSetCookie()
          .find((line) => line.startsWith('fest_id='))
          ?.split(';', 1)[0] ?? ''
      );
    },

    /** Checks somebody in with the event's code, from the device with this cookie. */
    async checkIn(cookie: string, token: string, playerName: string): Promise<void> {
      await json(
        await fetch(`${origin}/api/check-in`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ token, playerName }),
        }),
      );
    },
  };
}
