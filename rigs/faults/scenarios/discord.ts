/** Discord is slow, unreachable, refuses or sends nonsense: the last good list stays, and nothing else is affected. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '#database/sqlite.ts';
import { MINUTE } from '#platform/durations.ts';
import { CHANNEL, type Fault, startDiscord, type TestDiscord, TOKEN } from '#testing/discord.ts';
import { type Program, startProgram } from '../../program.ts';
import { inFolder, plural, shorten } from '../../rig.ts';
import type { Options, Scenario } from '../scenario.ts';

/** One more for each round. The first one could be mistaken for an empty list. */
const FAULTS: readonly Fault[] = [
  ...(['wrong-types', 'slow', 'rate-limited', '500', 'html', 'cut', 'huge', 'redirect', 'reset', '401'] as const),
];
const VISITORS = 10;
const EVERY_MS = 200;
/** Longer than the minute in which Discord may be asked twice; `npm test` watches for less. */
const WATCHED_MS = { short: 2000, long: 65_000 };
/** Reads do not wait for Discord while there is a list. */
const LONGEST_LOOK_MS = 4000;
/** Endpoints that do not need Discord respond as usual. */
const LONGEST_ELSEWHERE_MS = 1000;

const MESSAGE = {
  id: '1400000000000000001',
  type: 0,
  content: 'The doors are open.',
  timestamp: '2025-11-14T17:00:00.000Z',
  author: { id: '7', username: 'mo', global_name: 'Mo', avatar: null },
  embeds: [],
  attachments: [],
  mentions: [],
};

/** Long enough ago for the next read to ask Discord. */
const LONG_AGO = '2025-01-01T00:00:00.000Z';

type Seen = { asks: number; worst: number; looks: number; problems: string[] };

async function listOf(origin: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}/api/discord/announcements`);
  return { status: response.status, text: await response.text() };
}

/** Moves the first request into the past, so that the next read meets the fault. */
function forgetFirstAsk(file: string): void {
  const database = openSqlite(file);
  database.prepare('update announcement_lists set asked_at = ?').run(LONG_AGO);
  database.close();
}

type Scene = { server: Program; discord: TestDiscord; file: string };

async function watch({ server, discord, file }: Scene, fault: Fault, ms: number, slack: number): Promise<Seen> {
  const first = await listOf(server.origin);
  if (first.status !== 200) return { asks: 0, worst: 0, looks: 0, problems: [`no list at first: ${first.text}`] };
  forgetFirstAsk(file);
  discord.fault = fault;
  const problems = new Set<string>();
  /** When Discord was asked since then. */
  const asked: number[] = [];
  let [worst, looks] = [0, 0];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const begun = performance.now();
    const looking = Array.from({ length: VISITORS }, () => listOf(server.origin));
    const elsewhere = await fetch(`${server.origin}/api/events`);
    worst = Math.max(worst, performance.now() - begun);
    if (elsewhere.status !== 200) problems.add(`${fault}: /api/events answered ${elsewhere.status}`);
    const seen = await Promise.all(looking);
    const waited = performance.now() - begun;
    if (waited > slack * LONGEST_LOOK_MS) problems.add(`${fault}: a look took ${Math.round(waited)} ms`);
    for (const { status, text } of seen) {
      looks += 1;
      if (status !== 200 || text !== first.text)
        problems.add(`${fault}: the list became ${status} ${text.slice(0, 80)}`);
    }
    // Reads cause requests at their start; a slow read ends much later.
    while (asked.length < discord.asks.length - 1) asked.push(begun);
    await pause(EVERY_MS);
  }
  const inOneMinute = Math.max(0, ...asked.map((at) => asked.filter((one) => one >= at && one < at + MINUTE).length));
  if (inOneMinute > 2) problems.add(`${fault}: asked ${inOneMinute} times in a minute`);
  if (asked.length === 0) problems.add(`${fault}: the fault was never met`);
  if (worst > slack * LONGEST_ELSEWHERE_MS) problems.add(`${fault}: /api/events took ${Math.round(worst)} ms`);
  return { asks: asked.length, worst, looks, problems: [...problems] };
}

async function suffer(fault: Fault, ms: number, slack: number): Promise<Seen> {
  const discord = await startDiscord();
  discord.messages = [MESSAGE];
  return inFolder(async (folder) => {
    const env = { DISCORD_BOT_TOKEN: TOKEN, DISCORD_CHANNEL_ID: CHANNEL, DISCORD_API_URL: discord.url };
    const file = join(folder, 'discord.db');
    const server = await startProgram({ databaseUrl: `sqlite:${file}`, env });
    const seen = await watch({ server, discord, file }, fault, ms, slack);
    if (!server.running()) seen.problems.push(`${fault}: the program ended`);
    await server.kill();
    await discord.stop();
    return seen;
  });
}

async function run({ rounds, slack }: Options) {
  const faults = FAULTS.slice(0, rounds);
  const ms = rounds === 1 ? WATCHED_MS.short : WATCHED_MS.long;
  const seen = await Promise.all(faults.map((fault) => suffer(fault, ms, slack)));
  const problems = seen.flatMap((one) => one.problems);
  return {
    figure:
      `${plural(faults.length, 'fault')} (${faults.join(', ')}), ${ms / 1000} s each: ${seen.reduce((sum, one) => sum + one.looks, 0)} looks, ` +
      `at most ${plural(Math.max(...seen.map(({ asks }) => asks)), 'ask')} that met it, always the last good list; ` +
      `/api/events at most ${Math.round(Math.max(...seen.map(({ worst }) => worst)))} ms`,
    problems: shorten(problems),
  };
}

export const discord: Scenario = {
  name: 'discord',
  goal: 'Discord faults: at most 2 calls a minute, the last good list stays, the rest of the app is not affected',
  short: 1,
  long: FAULTS.length,
  run,
};
