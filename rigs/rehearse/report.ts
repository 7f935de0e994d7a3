/** The report of a rehearsal, in Markdown: the verdict, each hour, refusals, and what happened. */
import { longDay } from '#platform/time.ts';
import { percentile, whole } from '../rig.ts';
import type { Played } from './play.ts';
import type { Kind, Refused, Seen } from './record.ts';
import { type Check, isSound } from './verdict.ts';

const known = (value: number, text = whole(value)): string => (Number.isNaN(value) ? '–' : text);

const COLUMNS = [
  ...['hour', 'taken', 'given back', 'places', 'waiting'],
  ...['changes p50 / p99 ms', 'reads p50 / p99 ms', 'pages p50 / p99 ms', 'memory MB'],
];

function rowOf({ hour, taken, givenBack, places, waiting, ms, memory }: Seen): string[] {
  const times = (kind: Kind) => [50, 99].map((percent) => known(percentile(ms[kind], percent))).join(' / ');
  const counts = [taken, givenBack, places, waiting].map((count) => whole(count));
  return [hour.name, ...counts, times('write'), times('read'), times('page'), known(memory)];
}

const table = (rows: readonly (readonly string[])[]): string =>
  [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const listOf = (lines: readonly string[]): string =>
  lines.length === 0 ? 'Nothing.' : lines.map((line) => `- ${line}`).join('\n');

/** How often each code was the answer, with the words that the first one read. */
const refusals = (codes: ReadonlyMap<string, Refused>): string =>
  listOf(
    [...codes]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(([code, { count, message }]) => `${whole(count)} × ${code}, the first: ${message}`),
  );

const checkLine = ({ says, problems }: Check): string =>
  [`${problems.length === 0 ? 'holds' : '**BROKEN**'}: ${says}`, ...problems.map((problem) => `  - ${problem}`)].join(
    '\n',
  );

type About = { readonly seconds: number; readonly machine: string };

export function reportOf(played: Played, checks: readonly Check[], { seconds, machine }: About): string {
  const { record, visitors, programme, favourites, streams, timeZone } = played;
  const { counts, hours, refused, notes } = record;
  const [opening, first, last] = [hours[0], hours.find(({ hour }) => hour.day === 1), hours.at(-1)].map((seen) =>
    seen === undefined ? '' : longDay(seen.hour.at, timeZone),
  );
  return `# Rehearsal: ${isSound(checks) ? 'sound' : 'NOT SOUND'}

A festival from ${first} to ${last}, whose registration opens on ${opening}. ${machine}

${whole(visitors.length)} visitors, ${programme.events.length} events, ${favourites.size} tournaments played; ${whole(counts.requests)} requests in ${Math.round(seconds)} s,
${whole(counts.lost)} of them lost and sent again; ${whole(counts.messages)} live messages on ${streams} screens.

${listOf(checks.map(checkLine))}

## Visitors were refused

${refusals(refused.visitors)}

## Organisers were refused

${refusals(refused.organisers)}

## What happened

${listOf(notes.map(({ when, what }) => `${when}: ${what}`))}

## Hour by hour

${table(hours.map(rowOf))}
`;
}
