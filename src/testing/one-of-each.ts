/** A festival with one of each thing and a caller of every kind, with the parameters and body of every endpoint. */
import { markSample } from '#features/archive/store.ts';
import type { Match } from '#features/brackets/contract.ts';
import { codeToken } from '#features/check-in/commands/by-code.ts';
import { markCheckedIn } from '#features/check-in/store.ts';
import { editablePart } from '#features/festival/rules/facts.ts';
import type { Endpoint } from '#platform/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { ADDITIONS } from './additions.ts';
import { type Browser, PASSWORD, type TestApp } from './app.ts';
import { enterScore, generateBracket } from './calls.ts';
import { ORGANISER, testFestival } from './context.ts';
import { deviceOf, secondDeviceOf } from './devices.ts';
import { aFestivalFile, anEvent, aPicture, aProgramme, aRegistration } from './factories.ts';
import type { Caller, Place } from './promises.ts';
import { exampleOf, shapeOf } from './shapes.ts';
import { aHelper } from './staff.ts';
import { aSubscription } from './subscriptions.ts';
import { aTournament } from './tournament.ts';
import { fullEvent } from './waiting.ts';

export const OWNERS_MAIL = 'the.owner@mail.example';
const NOW = '2025-11-14T17:00:00.000Z';
const MISSING = '01890000-0000-7000-8000-000000000000';

type Things = Readonly<Record<string, string>>;
type Askers = Readonly<Record<'none' | 'visitor' | 'owner' | 'second' | 'admin' | 'expired', Browser>>;
/** The callers that every scene shares; helpers only where a test asks for them. */
export type Lasting = Pick<Askers, 'admin' | 'expired'> & Partial<Readonly<Record<Caller, Browser>>>;
export type Scene = { readonly askers: Askers & Lasting; readonly things: Things };

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

const idOf = async (answer: ReturnType<Browser['send']>): Promise<string> => (await answer).json<{ id: string }>().id;

/** A tournament with checked-in players, drawn or not. */
async function tournamentFor({ context }: TestApp, call: string, ownersPlace = MISSING): Promise<Things> {
  const { id: event, rsvpIds } = await aTournament(context, NEEDS_DRAW.test(call) ? 3 : 2);
  const players = rsvpIds.join();
  const isPlayed = NEEDS_RESULT.test(call);
  if (!isPlayed && !NEEDS_DRAW.test(call)) return { events: event };
  const [match] = (await generateBracket(context, ORGANISER, event, { randomSeed: false })).filter(isReady);
  const { id: gone = '' } = match?.player1 ?? {};
  if (call.endsWith('/forfeits')) await context.db.deleteFrom('rsvps').where('id', '=', gone).execute();
  if (NEEDS_PHONE.test(call)) {
    const visitor = context.db.selectFrom('rsvps').select('visitor_id').where('id', '=', ownersPlace);
    await context.db.updateTable('rsvps').set({ visitor_id: visitor }).where('id', 'in', rsvpIds).execute();
    await context.db.updateTable('events').set({ tables: '["1"]', reports: 1 }).where('id', '=', event).execute();
    await context.db.deleteFrom('match_calls').execute();
    return { events: event, matches: match?.id ?? '', players };
  }
  if (!isPlayed) return { events: event, players, gone };
  await enterScore(context, ORGANISER, match?.id ?? '', { player1Score: 1, player2Score: 0 });
  return { events: event, matches: match?.id ?? '' };
}

/** A Swiss of two after its first round, or with it open where it is to be taken back. */
async function roundsFor({ context }: TestApp, call: string): Promise<Things> {
  const said = { tournamentType: 'swiss', format: { rounds: 4, minutes: 50 } } as const;
  const { id: event, rsvpIds } = await aTournament(context, 2, said);
  const [match] = (await generateBracket(context, ORGANISER, event, { randomSeed: false })).filter(isReady);
  if (!call.startsWith('DELETE'))
    await enterScore(context, ORGANISER, match?.id ?? '', { player1Score: 1, player2Score: 0 });
  return { events: event, players: rsvpIds.join() };
}

/** A removed burst: the visitor's place. */
async function removalFor({ context }: TestApp, visitorsPlace: string, admin: Browser): Promise<Things> {
  const place = context.db.selectFrom('rsvps').select(['visitor_id', 'created_at']).where('id', '=', visitorsPlace);
  const { visitor_id, created_at } = await place.executeTakeFirstOrThrow();
  const network = `network-${next()}`;
  await context.db.updateTable('visitors').set({ network }).where('id', '=', visitor_id).execute();
  const burst = { network, since: created_at };
  return { removals: await idOf((await unlocked(admin)).send('POST /api/admin/registrations/bursts/remove', burst)) };
}

/** The visitor's place, renamed by an organiser. */
async function amendmentFor(visitorsPlace: string, admin: Browser): Promise<Things> {
  const renaming = (await unlocked(admin)).send(`POST /api/rsvps/${visitorsPlace}/rename`, { playerName: 'Renamed' });
  return { amendments: await idOf(renaming) };
}

/** The event has just begun. The owner is missing, the visitor is there. */
async function noShowFor({ context }: TestApp, call: string, eventId: string, visitorsPlace: string): Promise<void> {
  const begun = { start_time: context.now().toISOString(), release_after: call.endsWith('/coming') ? 10 : null };
  await context.db.updateTable('events').set(begun).where('id', '=', eventId).execute();
  await markCheckedIn(context.db, visitorsPlace, { at: context.now().toISOString(), by: 'owner' });
}

/** The event has a queue, in which the owner waits. */
async function queueFor({ context }: TestApp, eventId: string, owner: Browser): Promise<Things> {
  await context.db.updateTable('events').set({ queue: 1 }).where('id', '=', eventId).execute();
  return { queue: await idOf(owner.send(`POST /api/events/${eventId}/queue`, { playerName: `Singer ${next()}` })) };
}

/** A full event for which the owner waits. */
async function lineFor(app: TestApp, owner: Browser): Promise<Things> {
  const event = await fullEvent(app);
  return {
    events: event,
    waiting: await idOf(owner.send('POST /api/waiting', aRegistration(event, { playerEmail: OWNERS_MAIL }))),
  };
}

/** The owner's calendar. */
async function calendarFor(owner: Browser): Promise<Things> {
  const { address } = (await owner.send('GET /api/calendar/subscription')).json<{ address: string }>();
  return { calendar: /([\w-]+)\.ics$/.exec(address)?.[1] ?? MISSING };
}

/** The desk of a helper. */
async function deskFor(app: TestApp): Promise<Things> {
  const { id: helper } = await aHelper(app, {});
  const helpers = (await (await app.admin()).send('GET /api/helpers')).json<
    { id: string; devices: { id: string }[] }[]
  >();
  return { desks: helpers.find(({ id }) => id === helper)?.devices[0]?.id ?? MISSING };
}

/** A further device of the owner's, and the code of somebody else. */
async function devicesFor(app: TestApp, owner: Browser): Promise<Things> {
  const somebody = app.browser();
  await somebody.send('POST /api/users', { name: `Somebody ${next()}` });
  const { code } = (await somebody.send('POST /api/devices/code')).json<{ code: string }>();
  return { devices: await deviceOf(app, await secondDeviceOf(app, owner)), code };
}

const copyOf = (app: TestApp, browser: Browser): Browser => {
  const copy = app.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
};

async function screenFor(browser: Browser): Promise<Record<string, string>> {
  const admin = await unlocked(browser);
  await admin.send('PUT /api/screens/arcade', { pages: [{ kind: 'messages', seconds: 15 }] });
  const { code } = (await admin.send('POST /api/screen-codes')).json<{ code: string }>();
  return { screens: 'arcade', 'screen-codes': code };
}

/** Each replaces the one before: there may be few. */
async function pictureFor(browser: Browser): Promise<string> {
  const admin = await unlocked(browser);
  for (const { id } of (await admin.send('GET /api/pictures')).json<{ id: string }[]>())
    await admin.send(`DELETE /api/pictures/${id}`);
  return idOf(admin.send('POST /api/pictures', aPicture()));
}

const pointsFor = async (userId: string, admin: Browser): Promise<string> =>
  idOf((await unlocked(admin)).send(`POST /api/users/${userId}/points`, { points: 5, reason: 'Won' }));

const uploadFor = async (admin: Browser): Promise<string> => {
  const browser = await unlocked(admin);
  const updates = [{ name: `Uploaded ${next()}`, score: 5 }];
  await browser.send('POST /api/users/bulk-scores', { updates, fileName: 'a.csv', fileType: 'csv' });
  return (await browser.send('GET /api/bulk-uploads')).json<{ id: string }[]>()[0]?.id ?? MISSING;
};

/** A claim of the owner's account, refused where that is to be undone. */
async function claimFor(call: string, userId: string, owner: Browser, admin: Browser): Promise<Things> {
  const claims = await idOf(owner.send('POST /api/claims', { userId, missionId: 'win-a-thumb-war-best-of-three' }));
  if (call.endsWith('/undo'))
    await (await unlocked(admin)).send(`POST /api/claims/${claims}/refuse`, { reason: 'Nobody saw it' });
  return { claims };
}

/** The noun before `{id}`, or the last one. */
const nounOf = (call: string): string =>
  OF_EVENT.test(call) ? 'events' : (/([\w-]+)(?:\/\{\w+\}|$)/.exec(call)?.[1] ?? '');
const OF_EVENT = /^GET \/api\/(matches|leaderboard)\/\{id\}$/;
/** Undoes a deletion. */
export const RESTORES = /\{id\}\/restore$/;
const NEEDS_RESULT = /matches\/\{id\}|undo-result/;
const NEEDS_DRAW = /\/(seeds|late-entrants|substitutes|forfeits|fixed-tables)$/;
const NEEDS_PHONE = /\/call$|\/seen$|\/fixed-tables$|\/report$/;
const isReady = ({ status }: Match): boolean => status === 'ready';

/** One of each thing, the owner's if it can have one. */
export async function setScene(app: TestApp, lasting: Lasting, { route }: Endpoint): Promise<Scene> {
  const { admin } = lasting;
  const id = await app.event({ capacity: 100 });
  const [none, visitor, owner] = [app.browser(), app.browser(), app.browser()];
  const place = await idOf(visitor.send('POST /api/rsvps', aRegistration(id, { playerName: 'Bystander' })));
  const own: Record<string, string> = {};
  for (const { call: add, body } of ADDITIONS) {
    // A device has one at a time.
    if (add === route && add === 'POST /api/open-games') continue;
    const said = {
      ...body(`Owner ${next()}`, id),
      ...(add === 'POST /api/rsvps' ? { playerName: 'Alex', playerEmail: OWNERS_MAIL } : {}),
    };
    own[nounOf(add)] = await idOf(owner.send(add, said));
  }
  const more = {
    ...(route.includes('/round') ? await roundsFor(app, route) : {}),
    ...(/bracket|match|result/.test(route) || NEEDS_DRAW.test(route) ? await tournamentFor(app, route, own.rsvps) : {}),
    ...(/helpers\/\{/.test(route) ? { helpers: (await aHelper(app, {})).id } : {}),
    ...(/desks\/\{/.test(route) ? await deskFor(app) : {}),
    ...(/amendments\/\{/.test(route) ? await amendmentFor(place, admin) : {}),
    ...(/bulk-uploads\/\{/.test(route) ? { 'bulk-uploads': await uploadFor(admin) } : {}),
    ...(/screen/.test(route) ? await screenFor(admin) : {}),
    ...(/pictures\/\{/.test(route) ? { pictures: await pictureFor(admin) } : {}),
    ...(/points\/\{/.test(route) ? { points: await pointsFor(own.users ?? MISSING, admin) } : {}),
    ...(/claims/.test(route) ? await claimFor(route, own.users ?? MISSING, owner, admin) : {}),
    ...(/removals/.test(route) ? await removalFor(app, place, admin) : {}),
  };
  if (route.includes('{token}')) Object.assign(more, await calendarFor(owner));
  if (route.includes('{code}')) {
    const [account] = (await owner.send('GET /api/users/my')).json<{ code: string }[]>();
    Object.assign(more, { 'by-code': account?.code });
    // With a badge.
    await app.context.db
      .updateTable('users')
      .set({ badge_group: 'Guests' })
      .where('id', '=', own.users ?? '')
      .execute();
  }
  if (route.endsWith('/claim')) {
    const csv = `name\nGuest ${next()}`;
    const guests = await (await unlocked(admin)).send('POST /api/admin/imports/attendees', { csv });
    Object.assign(more, { 'by-code': guests.json<{ code: string }[]>()[0]?.code });
  }
  if (route.includes('/devices/')) Object.assign(more, await devicesFor(app, owner));
  if (route.includes('/handovers/')) Object.assign(more, { handovers: own.rsvps });
  if (route.includes('queue')) Object.assign(more, await queueFor(app, id, owner));
  if (/\/(coming|release)$/.test(route)) await noShowFor(app, route, id, place);
  if (route.includes('waiting')) Object.assign(more, await lineFor(app, owner));
  if (route === 'DELETE /api/admin/sample') await markSample(app.context.db);
  if (route.includes('/messages/{')) {
    const message = { text: 'Bring a chair.', urgent: false, audience: 'event', eventId: id };
    Object.assign(more, { messages: await idOf((await unlocked(admin)).send('POST /api/messages', message)) });
  }
  if (route.endsWith('/undo-completion')) {
    const desk = await unlocked(admin);
    for (const status of ['in-progress', 'completed']) await desk.send(`PATCH /api/events/${id}/status`, { status });
  }
  const things = { events: id, ...own, ...more };
  if (RESTORES.test(route))
    await (await unlocked(admin)).send(route.replace(RESTORES, thingOf(route, things)).replace('POST', 'DELETE'));
  const second = await secondDeviceOf(app, owner);
  await unlocked(admin);
  const copies = Object.entries(lasting).map(([caller, browser]) => [caller, copyOf(app, browser)]);
  const askers = { ...Object.fromEntries(copies), none, visitor, owner, second, admin };
  return { askers, things };
}

async function unlocked(browser: Browser): Promise<Browser> {
  const session = await browser.send('GET /api/admin/session');
  if (!session.json<{ admin: boolean }>().admin) await browser.send('POST /api/admin/verify', { password: PASSWORD });
  return browser;
}

/** Returns what `{id}` names, by the noun before it. */
const thingOf = (call: string, things: Things): string => things[nounOf(call)] ?? MISSING;

/** Bodies that must fit the scene; all others are made from their shape. */
function bodyOf({ context }: TestApp, { route, body }: Endpoint, eventId: string, things: Things): unknown {
  if (route === 'POST /api/pictures') return aPicture();
  if (body === undefined) return undefined;
  const players = things.players?.split(',') ?? [];
  const meaning: Record<string, () => object> = {
    'POST /api/devices/join': () => ({ code: things.code }),
    'POST /api/handovers': () => ({ ids: [MISSING] }),
    'POST /api/admin/verify': () => ({ password: PASSWORD }),
    'PATCH /api/events/{id}': () => ({ title: `Retitled ${next()}` }),
    'POST /api/rsvps/{id}/move': () => ({ eventId }),
    'PATCH /api/matches/{id}/score': () => ({ player1Score: 2, player2Score: 1 }),
    'PUT /api/events/{id}/seeds': () => ({ order: players.toReversed() }),
    'POST /api/events/{id}/substitutes': () => ({ entrantId: players[0] ?? MISSING, playerName: `Player ${next()}` }),
    'PUT /api/events/{id}/round-clock': () => ({ action: 'start' }),
    'POST /api/events/{id}/rounds': () => ({ round: 2, matches: [players.length > 0 ? players : [MISSING]] }),
    'PUT /api/matches/{id}/call': () => ({}),
    'POST /api/events/{id}/release': () => ({ rsvpIds: [things.rsvps ?? MISSING] }),
    'PUT /api/matches/{id}/report': () => ({ winner: 1 }),
    'PATCH /api/rsvps/{id}/answers': () => ({ answers: {} }),
    'PUT /api/events/{id}/fixed-tables': () => ({ entrantId: players[0] ?? MISSING, table: '1' }),
    'POST /api/events/{id}/forfeits': () => ({ entrantId: things.gone ?? MISSING }),
    'POST /api/events': () => anEvent(),
    'PUT /api/rehearsal/clock': () => ({ to: new Date(context.now().getTime() + HOUR).toISOString() }),
    // A pause would refuse later calls.
    'PUT /api/admin/registrations/pause': () => ({ paused: false }),
    'POST /api/admin/registrations/bursts/remove': () => ({ network: 'network', since: NOW }),
    'POST /api/rsvps': () => aRegistration(eventId, { playerName: `Player ${next()}` }),
    'POST /api/events/{id}/queue': () => ({ playerName: `Singer ${next()}` }),
    'POST /api/events/{id}/queue/next': () => ({}),
    'POST /api/waiting': () => aRegistration(eventId, { playerName: `Player ${next()}` }),
    'POST /api/messages': () => ({ text: 'Bring a chair.', urgent: true, audience: 'event', eventId }),
    'POST /api/check-in': () => ({ token: codeToken(context, { eventId, generation: 1 }), playerName: 'Alex' }),
    'PUT /api/admin/festival': () => ({ facts: { ...editablePart(testFestival()), name: `Festival ${next()}` } }),
    // The other name: an erasure would leave no scene.
    'POST /api/admin/erase': () => ({ what: 'people', confirm: 'Another festival' }),
    'POST /api/admin/next-year': () => ({ firstDay: '2026-11-12' }),
    'POST /api/admin/imports/festival': () => aFestivalFile(),
    'POST /api/admin/imports/programme/check': () => ({ csv: aProgramme }),
    'POST /api/admin/imports/programme': () => ({ csv: aProgramme }),
    'POST /api/admin/imports/attendees/check': () => ({ csv: `name\nGuest ${next()}` }),
    'POST /api/admin/imports/attendees': () => ({ csv: `name\nGuest ${next()}` }),
    'PUT /api/push/subscription': () => aSubscription(next()),
    'POST /api/users/{id}/points': () => ({ points: 5, reason: 'Won' }),
    'PUT /api/events/{id}/points': () => ({ placeId: things.rsvps ?? MISSING, userId: things.users ?? MISSING }),
    'POST /api/claims': () => ({
      userId: eventId === MISSING ? MISSING : things.users,
      missionId: 'find-a-dragon-meeple',
    }),
    'PUT /api/screens/{name}': () => ({ pages: [{ kind: 'messages', seconds: 15 }] }),
    'PUT /api/screens/{name}/now': () => ({ page: null }),
    'PUT /api/screen-codes/{code}': () => ({ name: `wall-${next()}` }),
    'POST /api/users/bulk-scores': () => ({
      updates: [{ name: 'Alex', score: 1 }],
      fileName: 'a.csv',
      fileType: 'csv',
    }),
  };
  return meaning[route]?.() ?? exampleOf(shapeOf(body), next);
}

const NAMES_THING_IN_BODY = [
  'POST /api/messages',
  'POST /api/rsvps',
  'POST /api/waiting',
  'POST /api/check-in',
  'POST /api/claims',
];
const namesByQuery = ({ query }: Endpoint): boolean => query?.shape.eventId !== undefined;

/** Returns whether an endpoint is about a thing that may be missing. */
export const namesThing = (endpoint: Endpoint): boolean =>
  endpoint.route.includes('{') || namesByQuery(endpoint) || NAMES_THING_IN_BODY.includes(endpoint.route);

/** Returns method, address and body of a call on the scene's thing or on none. */
export function requestFor(app: TestApp, endpoint: Endpoint, { things }: Scene, place: Place): [string, unknown] {
  const event = place === 'there' ? (things.events ?? MISSING) : MISSING;
  // Makes what is missing: the others must not find it.
  const missing = endpoint.route === 'PUT /api/screens/{name}' ? `missing-${next()}` : MISSING;
  const thing = place === 'there' ? thingOf(endpoint.route, things) : missing;
  const since = endpoint.query?.shape.at === undefined ? '' : `?at=${NOW}`;
  const query = namesByQuery(endpoint) ? `?eventId=${event}` : since;
  return [
    endpoint.route.replace(/\{\w+\}/, thing).replace('{round}', '1') + query,
    bodyOf(app, endpoint, event, things),
  ];
}
