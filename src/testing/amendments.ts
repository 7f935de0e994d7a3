/** A place that an organiser corrects, and what its device and the organiser then see. */
import type { Amended, Amendment } from '#features/amendments/contract.ts';
import type { Notice } from '#features/news/notices/contract.ts';
import { noticeWords, sentenceOf } from '#features/news/notices/rules.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import type { StaffEntry, WaitingEntry } from '#features/waiting/contract.ts';
import { type Browser, testApp } from './app.ts';

export const register = async (browser: Browser, eventId: string, playerName: string): Promise<string> =>
  (await browser.send('POST /api/rsvps', { eventId, playerName, playerEmail: 'p@example.org' })).json<Rsvp>().id;
export const join = async (browser: Browser, eventId: string, playerName: string): Promise<string> =>
  (await browser.send('POST /api/waiting', { eventId, playerName })).json<WaitingEntry>().id;
export const namesIn = async (admin: Browser, eventId: string): Promise<string[]> =>
  (await admin.send(`GET /api/events/${eventId}/rsvps`)).json<Rsvp[]>().map(({ playerName }) => playerName);
export const lineOf = async (admin: Browser, eventId: string): Promise<string[]> =>
  (await admin.send(`GET /api/admin/events/${eventId}/waiting`)).json<StaffEntry[]>().map((one) => one.playerName);
export const undoable = async (admin: Browser, eventId: string) =>
  (await admin.send(`GET /api/events/${eventId}/amendments`)).json<Amendment[]>();
export const told = async (browser: Browser): Promise<string[]> =>
  (await browser.send('GET /api/notices/my'))
    .json<Notice[]>()
    .map((notice) => sentenceOf(noticeWords(notice, 'America/New_York')));
export const markSeen = async (browser: Browser) => {
  const notices = (await browser.send('GET /api/notices/my')).json<Notice[]>();
  await browser.send('POST /api/notices/seen', { ids: notices.map(({ id }) => id) });
};
export const undo = (admin: Browser, { id }: { id: string }) => admin.send(`POST /api/amendments/${id}/undo`);
export const remove = async (admin: Browser, place: string, body = {}): Promise<Amended> =>
  (await admin.send(`POST /api/rsvps/${place}/remove`, body)).json();
export const audited = async (admin: Browser) => (await admin.send('GET /api/admin/audit')).json<object[]>();

/** Mickey Mouse has a place in Catan Open, from `phone`. */
export async function correctedPlace(capacity = 2) {
  const app = await testApp();
  const [admin, phone] = [await app.admin(), app.browser()];
  const eventId = await app.event({ title: 'Catan Open', capacity });
  return { app, admin, phone, eventId, place: await register(phone, eventId, 'Mickey Mouse') };
}
