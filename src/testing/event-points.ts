/** Events that give points: players with accounts, their completion, and the scores. */
import { expect } from 'vitest';
import type { Browser, TestApp } from './app.ts';

export const POINTS = { places: [10, 5, 3], takingPart: 1 };
export type Account = { readonly phone: Browser; readonly userId: string };

/** Takes a place with an account of the same phone, and is checked in. */
export async function player(app: TestApp, admin: Browser, eventId: string, name: string): Promise<Account> {
  const phone = app.browser();
  const userId = (await phone.send('POST /api/users', { name })).json<{ id: string }>().id;
  await placeOf(phone, admin, eventId, name);
  return { phone, userId };
}

export async function placeOf(phone: Browser, admin: Browser, eventId: string, playerName: string) {
  const { id } = (await phone.send('POST /api/rsvps', { eventId, playerName, isFriend: true })).json<{ id: string }>();
  expect((await admin.send(`PUT /api/rsvps/${id}/check-in`)).statusCode).toBe(200);
  return id;
}

export const started = async (app: TestApp, admin: Browser, more: object = {}) => {
  const id = await app.event({ title: 'Catan Cup', points: POINTS, ...more });
  await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
  return id;
};
export const complete = (admin: Browser, id: string) =>
  admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' });
export const give = (admin: Browser, id: string, body?: object) => admin.send(`POST /api/events/${id}/points`, body);
export const scores = async (app: TestApp): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await app.browser().send('GET /api/users'))
      .json<{ name: string; score: number }[]>()
      .map(({ name, score }) => [name, score]),
  );
