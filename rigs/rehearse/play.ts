/** Plays a festival of four days against a trial program: visitors, organisers, a flood, a moved event and a killed instance. */
import type { FactsDesk, Festival } from '#features/festival/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { festivalDay } from '#platform/time.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Desk } from './desk.ts';
import * as work from './desk.ts';
import { newPhone } from './phone.ts';
import { type FestivalRecord, newRecord } from './record.ts';
import type { Stage } from './stage.ts';
import { openStreams } from './streams.ts';
import { firstDayAfter, type Hour, hoursOf, programmeOf, type Size } from './timetable.ts';
import { arrive, lookAtOwn, type Programme, type Visitor, visit } from './visitor.ts';

const ORGANISERS = 10;
/** Visits under way at once. */
const AT_ONCE = 64;
/** Of the visitors: how many look into the app in an hour of the festival. */
const VISITS = 0.35;
/** All phones of a hotel have one address; so have those in the hall. The rest have their own. */
const HOTEL = { share: 0.6, network: '198.51.100.1' };
const HALL = { share: 0.2, network: '198.51.100.2' };
const FLOOD_NETWORK = '203.0.113.66';
const FLOOD_AT_ONCE = 40;
export type Played = Desk & {
  readonly visitors: readonly Visitor[];
  readonly hours: readonly Hour[];
  readonly timeZone: string;
  /** Fake places and accounts: acknowledged to the flood, and removed with it. */
  readonly flood: { acknowledged: number; removed: number };
  readonly streams: number;
  /** At the end of an hour: events with a free seat and somebody in line. At the end of a day: who is in no line any more. */
  readonly vain: string[];
};

type PlaySettings = {
  readonly size: Size;
  readonly seed: number;
  /** Without the kill one process lives through all four days. */
  readonly kills: boolean;
  /** Told after each hour. */
  onHour?(record: FestivalRecord): void;
};

const networkOf = (number: number, visitors: number): string => {
  const share = number / visitors;
  if (share < HOTEL.share) return HOTEL.network;
  return share < HOTEL.share + HALL.share ? HALL.network : `10.8.${number >> 8}.${number & 255}`;
};

/** Runs `act` for each, so many at once. */
async function inCrowd<T>(all: readonly T[], atOnce: number, act: (one: T) => Promise<void>): Promise<void> {
  const pending = all.values();
  const one = async () => {
    for (const next of pending) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function openDesk(stage: Stage, random: Random, { size }: PlaySettings): Promise<Played> {
  const record = newRecord();
  const { origins } = stage;
  const first = newPhone({ origins, network: '192.0.2.1', by: 'organisers', record });
  const { timeZone } = (await first.ask({ call: 'GET /api/festival' })).body as Festival;
  const firstDay = firstDayAfter(new Date(), timeZone);
  const more = Array.from({ length: ORGANISERS - 1 }, (_, n) =>
    newPhone({ origins, network: '192.0.2.1', by: 'organisers', record, first: n }),
  );
  const organisers = [first, ...more];
  const hours = hoursOf(firstDay, timeZone, size);
  for (const organiser of organisers) await work.unlock(organiser);
  const { facts } = (await first.ask({ call: 'GET /api/admin/festival' })).body as FactsDesk;
  const lastDay = festivalDay(hours.at(-1)?.at ?? '', timeZone);
  await first.ask({ call: 'PUT /api/admin/festival', body: { facts: { ...facts, firstDay, lastDay } } });
  for (const event of programmeOf(firstDay, timeZone, size)) await first.ask({ call: 'POST /api/events', body: event });
  const visitors = Array.from({ length: size.visitors }, (_, number): Visitor => {
    const network = networkOf(number, size.visitors);
    const phone = newPhone({ origins, network, by: 'visitors', record, first: number });
    return { number, phone, wishes: [], views: { rsvps: [], waiting: [], notices: [] } };
  });
  return {
    ...{ organisers, random, record, visitors, timeZone, programme: { events: [] } as Programme, origins, vain: [] },
    streams: size.streams,
    ...{
      walkIns: new Map(),
      favourites: new Map(),
      champions: new Map(),
      moved: [],
      flood: { acknowledged: 0, removed: 0 },
    },
    hours,
  };
}

/** Plays all hours, and lets every visitor look at their own places at the end. */
export async function play(stage: Stage, settings: PlaySettings): Promise<Played> {
  const played = await openDesk(stage, randomFrom(settings.seed), settings);
  const { record, hours } = played;
  const closeStreams = openStreams(stage.origins, settings.size.streams, record);
  for (const [n, hour] of hours.entries()) {
    record.begin(hour);
    await work.moveTo(played, hour.at);
    await playHour(stage, played, settings, n);
    await takeStock(stage, played);
    if (hours[n + 1]?.day !== hour.day) await lookAround(played);
    settings.onHour?.(record);
  }
  // Needs no visits: what ended in the last hour is completed, and cannot be undone any more.
  const end = new Date(Date.parse(hours.at(-1)?.at ?? '') + 6 * HOUR).toISOString();
  await work.moveTo(played, end);
  await work.workHour(played, { at: end, day: 4, name: 'the end' });
  await inCrowd(played.visitors, AT_ONCE, lookAtOwn);
  await work.readChampions(played);
  await work.refresh(played);
  closeStreams();
  for (const { close } of [...played.organisers, ...played.visitors.map(({ phone }) => phone)]) close();
  return played;
}

type Special = 'flood' | 'kill' | 'move' | 'enlarge' | 'late' | 'scores';

/** What happens besides visits and the desk's usual work, by the number of the hour among those of its day. */
function special({ hours }: Played, n: number): Special | null {
  const { day } = hours[n] as Hour;
  const ofDay = hours.filter((hour) => hour.day === day).indexOf(hours[n] as Hour);
  if (day === 0) return ofDay === 1 ? 'enlarge' : null;
  if (ofDay === 1) return (['late', 'flood', 'kill', 'late'] as const)[day - 1] ?? null;
  if (ofDay === 2) return (['move', 'enlarge', 'move', 'scores'] as const)[day - 1] ?? null;
  return ofDay === 3 ? 'scores' : null;
}

async function playHour(stage: Stage, played: Played, { size, kills }: PlaySettings, n: number): Promise<void> {
  const { random, visitors, record } = played;
  const hour = played.hours[n] as Hour;
  const what = special(played, n);
  const organiser = played.organisers[n % ORGANISERS] as (typeof played.organisers)[number];
  if (n === 0) record.note(`registration opens; ${visitors.length} phones come for it within the hour`);
  if (what === 'flood') await flood(played, size);
  const isArrival = n === 0;
  // The kill comes when everybody is there.
  const here = isArrival || what === 'kill' ? visitors : visitors.filter(() => random.chance(VISITS));
  const crowd = () => inCrowd(here, AT_ONCE, (one) => (isArrival ? arrive(one, played) : visit(one, played)));
  if (what === 'kill' && kills) {
    await work.workHour(played, hour);
    record.note('an instance is killed among the visits, and started again');
    // The moment at which a program that answers too early loses what it answered.
    const visits = crowd();
    await Promise.race([record.nextWrite(), visits]);
    await stage.killOne();
    await visits;
    return;
  }
  const acts: Promise<unknown>[] = [crowd(), work.workHour(played, hour)];
  if (what === 'move') acts.push(work.moveEvent(played, organiser));
  if (what === 'enlarge') acts.push(work.enlarge(played, organiser));
  if (what === 'late') acts.push(work.sayLate(played, organiser, hour));
  if (what === 'scores') acts.push(work.uploadScores(played, organiser, visitors.length));
  await Promise.all(acts);
}

/** Many new phones of one network take a place or an account each; an organiser removes what they took. */
async function flood(played: Played, { flood: phones }: Size): Promise<void> {
  const { record, programme, random } = played;
  const since = new Date(Date.parse(record.now().hour.at)).toISOString();
  const open = programme.events.filter(({ status, bracketDrawn }) => status === 'upcoming' && !bracketDrawn);
  const fakes = Array.from({ length: phones }, (_, n) => n);
  await inCrowd(fakes, FLOOD_AT_ONCE, async (n) => {
    const fake = newPhone({ origins: played.origins, network: FLOOD_NETWORK, by: 'visitors', record, first: n });
    const name = `Fake ${n}`;
    const body = { eventId: random.pick(open).id, playerName: name };
    const place = await fake.ask({ call: 'POST /api/rsvps', body, kind: 'write' });
    const came = place.code === 'EVENT_FULL' ? await fake.ask({ call: 'POST /api/users', body: { name } }) : place;
    if (came.status === 201) played.flood.acknowledged += 1;
    fake.close();
  });
  played.flood.removed = await work.removeFlood(played.organisers[1] as Desk['organisers'][number], since);
  record.note(
    `a flood: ${phones} phones of one network took ${played.flood.acknowledged} places and accounts; an organiser removed ${played.flood.removed}`,
  );
  await work.refresh(played);
}

/** The end of an hour, as everybody sees it. */
async function takeStock(stage: Stage, played: Played): Promise<void> {
  await work.refresh(played);
  const { events } = played.programme;
  const seen = played.record.now();
  seen.places = events.reduce((sum, event) => sum + event.currentRegistrations, 0);
  seen.waiting = events.reduce((sum, event) => sum + event.waiting, 0);
  seen.memory = stage.memory();
  for (const { title, waiting, currentRegistrations, capacity } of events) {
    if (waiting > 0 && currentRegistrations < capacity) played.vain.push(`${title} at ${seen.hour.name}`);
  }
}

/** The end of a day: every visitor looks whether they still wait where they were told so. */
async function lookAround({ visitors, programme, vain }: Played): Promise<void> {
  const open = new Set(
    programme.events.flatMap(({ id, status, bracketDrawn }) => (status === 'upcoming' && !bracketDrawn ? id : [])),
  );
  await inCrowd(visitors, AT_ONCE, async (visitor) => {
    await lookAtOwn(visitor);
    const { rsvps, waiting } = visitor.views;
    const shown = new Set([...rsvps, ...waiting].map(({ id }) => id));
    for (const { id, eventId, state } of visitor.wishes) {
      if ((state === 'waiting' || state === 'placed') && open.has(eventId) && !shown.has(id))
        vain.push(`guest ${visitor.number} is neither in ${eventId} nor in its line (${id})`);
    }
  });
}
