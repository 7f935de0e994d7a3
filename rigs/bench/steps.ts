/** How long drawing home holds the event loop at a time. Between two steps other requests are answered. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBuilt } from '../../src/app/server/built.ts';
import { drawPage } from '../../src/app/server/document.ts';
import { connect } from '../../src/database/connect.ts';
import { firstIds } from '../../src/features/events/rules/first-events.ts';
import { listEvents, listOutlines } from '../../src/features/events/store.ts';
import { FestivalFile } from '../../src/features/festival/contract.ts';
import { fillFestival } from './fill.ts';
import { median } from './program.ts';

const root = join(import.meta.dirname, '../..');
const TIMES = 100;

/** Returns the median milliseconds of each step, in a program that has drawn home before. */
export async function measureSteps(events: number): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'));
  const url = `sqlite:${join(folder, 'bench.db')}`;
  await fillFestival(url, { events, users: 100 });
  const { db, close } = await connect(url, (message, cause) => {
    throw new Error(message, { cause });
  });
  const festival = FestivalFile.parse(JSON.parse(await readFile(join(root, 'festival.json'), 'utf8')));
  const built = await readBuilt(root, { offline: true, clock: null });
  const now = () => new Date();
  const at = { zone: festival.timeZone, now: now().toISOString() };
  const times = new Map<string, number[]>();
  const step = async <T>(name: string, act: () => T | Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await act();
    times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    return result;
  };
  for (let n = 0; n < TIMES; n += 1) {
    const outlines = await step('read the programme', () => listOutlines(db));
    const { ids, ...first } = await step('choose', () => firstIds(outlines, { type: null, day: null, part: 1 }, at));
    const cards = await step('read the cards', () => listEvents(db, ids));
    const lists = { firstEvents: { ...first, events: cards }, announcements: [] };
    await step('render', () => drawPage('/', { position: 1, lists }, built, { festival, publicUrl: null, now }));
    await step('read the list', () => listEvents(db));
  }
  await close();
  await rm(folder, { recursive: true });
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)]));
}
