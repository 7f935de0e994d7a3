/** The report of a rehearsal: one HTML file with everything in it, also its pictures and its letters. */
import { readFileSync } from 'node:fs';
import { longDay } from '#platform/time.ts';
import { type Axis, type Chart, picture, type Series } from '../bench/picture.ts';
import type { Played } from './play.ts';
import type { Refused, Seen } from './record.ts';
import { PAGE_STYLE } from './report-style.ts';
import { type Check, isSound } from './verdict.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asText = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
const number = (value: number): string => Math.round(value).toLocaleString('en');

const FONT = new URL(
  '../../node_modules/@fontsource/jersey-20/files/jersey-20-latin-400-normal.woff2',
  import.meta.url,
);

/** Returns the value that this share of the list does not exceed; null for an empty list. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** Returns about five round numbers from 0 to at least `most`. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, n) => n * step);
}

const ofHours = (hours: readonly Seen[], name: string, value: (seen: Seen) => number | null): Series => ({
  name,
  points: hours.flatMap((seen, n) => {
    const y = value(seen);
    return y === null ? [] : [[n, y] as const];
  }),
});

/** Each day of the festival begins with a tick; the evening before, when registration opens, has no room for one. */
function hourAxis(hours: readonly Seen[]): Axis {
  const firsts = hours.flatMap(({ hour }, n) => (hour.day > 0 && hour.day !== hours[n - 1]?.hour.day ? [n] : []));
  const text = (n: number): string => (firsts.includes(n) ? (hours[n]?.hour.name.slice(0, 3) ?? '') : '');
  return { label: 'hours of the festival', ticks: [...new Set([0, ...firsts, hours.length - 1])], text };
}

const highest = (series: readonly Series[]): number =>
  Math.max(0, ...series.flatMap(({ points }) => points.map(([, y]) => y)));

type Wanted = { title: string; label: string; log?: true };

const chartOf = ({ title, label, log }: Wanted, hours: readonly Seen[], series: readonly Series[]): Chart => ({
  ...{ title, series, x: hourAxis(hours) },
  y: log ? { label, log, ticks: tenfold(highest(series)) } : { label, ticks: roundTicks(highest(series)) },
});

/** Returns 0, 1, 10, 100 … up to at least `most`. */
export const tenfold = (most: number): number[] => [
  0,
  ...Array.from({ length: Math.max(1, Math.ceil(Math.log10(most))) + 1 }, (_, n) => 10 ** n),
];

function charts(hours: readonly Seen[]): Chart[] {
  const at = (share: number, ms: (seen: Seen) => readonly number[]) => (seen: Seen) => percentile(ms(seen), share);
  return [
    chartOf({ title: 'Places taken and given back', label: 'in the hour', log: true }, hours, [
      ofHours(hours, 'taken', ({ taken }) => taken),
      ofHours(hours, 'given back', ({ givenBack }) => givenBack),
    ]),
    chartOf({ title: 'Places held, and waiting lists', label: 'people' }, hours, [
      ofHours(hours, 'places', ({ places }) => places),
      ofHours(hours, 'waiting', ({ waiting }) => waiting),
    ]),
    chartOf({ title: 'Answer times: 99 of 100 are faster', label: 'milliseconds', log: true }, hours, [
      ofHours(
        hours,
        'changes',
        at(0.99, ({ ms }) => ms.write),
      ),
      ofHours(
        hours,
        'reads',
        at(0.99, ({ ms }) => ms.read),
      ),
      ofHours(
        hours,
        'pages',
        at(0.99, ({ ms }) => ms.page),
      ),
    ]),
    chartOf({ title: 'Answer times: half are faster', label: 'milliseconds', log: true }, hours, [
      ofHours(
        hours,
        'changes',
        at(0.5, ({ ms }) => ms.write),
      ),
      ofHours(
        hours,
        'reads',
        at(0.5, ({ ms }) => ms.read),
      ),
      ofHours(
        hours,
        'pages',
        at(0.5, ({ ms }) => ms.page),
      ),
    ]),
    chartOf({ title: 'Memory', label: 'MB' }, hours, [ofHours(hours, 'of the program', ({ memory }) => memory)]),
  ].filter(({ series }) => series.some(({ points }) => points.length > 0));
}

/** Bars of how often each code was the answer, with the words that the first one read. */
function bars(codes: ReadonlyMap<string, Refused>): string {
  const sorted = [...codes].toSorted(([, a], [, b]) => b.count - a.count);
  const most = sorted[0]?.[1].count ?? 1;
  const rows = sorted.map(
    ([code, { count, message }]) =>
      `<tr><th scope="row">${asText(message)} <code>${asText(code)}</code></th><td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${((count / most) * 100).toFixed(2)}" height="10"/></svg></td><td>${number(count)}</td></tr>`,
  );
  return rows.length === 0
    ? '<p>Nothing.</p>'
    : `<p>In the words of the first such answer:</p><table>${rows.join('\n')}</table>`;
}

const figure = (value: string, what: string): string => `<li><strong>${value}</strong> ${asText(what)}</li>`;

function figures({ record, visitors, programme, favourites, streams }: Played, seconds: number): string {
  const { counts, hours } = record;
  const memory = hours.flatMap((seen) => seen.memory ?? []);
  return [
    figure(number(visitors.length), 'visitors'),
    figure(number(programme.events.length), 'events'),
    figure(number(favourites.size), 'tournaments played'),
    figure(number(counts.requests), `requests in ${Math.round(seconds)}\u00a0s`),
    figure(number(counts.lost), 'requests that got lost, and were sent again'),
    figure(number(counts.messages), `live messages on ${streams} screens`),
    ...(memory.length === 0
      ? []
      : [figure(`${number(Math.max(...memory))} MB`, 'memory of the program at its largest')]),
  ].join('\n');
}

const checkRow = ({ says, problems }: Check): string =>
  `<li class="${problems.length === 0 ? 'ok' : 'bad'}"><b>${problems.length === 0 ? 'holds' : 'BROKEN'}</b> ${asText(says)}${
    problems.length === 0 ? '' : `<ul>${problems.map((problem) => `<li>${asText(problem)}</li>`).join('')}</ul>`
  }</li>`;

type About = { readonly seconds: number; readonly machine: string };

export function reportOf(played: Played, checks: readonly Check[], { seconds, machine }: About): string {
  const { record } = played;
  const sound = isSound(checks);
  const verdict = sound ? 'Sound' : 'Not sound';
  const [opening, first, last] = [
    record.hours[0],
    record.hours.find(({ hour }) => hour.day === 1),
    record.hours.at(-1),
  ];
  const dayOf = (seen: Seen | undefined) => (seen === undefined ? '' : longDay(seen.hour.at, played.timeZone));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rehearsal: ${verdict.toLowerCase()}</title>
<style>
@font-face { font-family: "Jersey 20"; src: url(data:font/woff2;base64,${readFileSync(FONT).toString('base64')}) format("woff2"); }
${PAGE_STYLE}
</style>
</head>
<body>
<header class="${sound ? 'sound' : 'broken'}">
<p>Rehearsal of a festival from ${dayOf(first)} to ${dayOf(last)}, whose registration opens on ${dayOf(opening)}</p>
<h1>${verdict}</h1>
<p>${asText(machine)}</p>
</header>
<main>
<ul class="figures">
${figures(played, seconds)}
</ul>
<section><h2>Verdict</h2><ul class="checks">
${checks.map(checkRow).join('\n')}
</ul></section>
<section><h2>Pictures</h2><div class="charts">
${charts(record.hours)
  .map((chart) => `<figure>${picture([chart], 'small')}</figure>`)
  .join('\n')}
</div></section>
<section class="pair">
<div><h2>Visitors were refused</h2>${bars(record.refused.visitors)}</div>
<div><h2>Organisers were refused</h2>${bars(record.refused.organisers)}</div>
</section>
<section><h2>What happened</h2><dl>
${record.notes.map(({ when, what }) => `<dt>${asText(when)}</dt><dd>${asText(what)}</dd>`).join('\n')}
</dl></section>
</main>
</body>
</html>
`;
}
