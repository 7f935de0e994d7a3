/** A report as Markdown, ready for docs/security.md. */
import type { Times } from './phone.ts';
import type { Report } from './rehearsal.ts';
import { sentIn, type Tally } from './wire.ts';

const ms = (value: number): string => {
  if (Number.isNaN(value)) return '–';
  return Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : '∞';
};
const mb = (value: number): string => (Number.isNaN(value) ? '–' : `${Math.round(value)} MB`);

const statusLine = ({ statuses }: Tally): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status === 0 ? 'no answer' : status}: ${times.toLocaleString('en')}`)
    .join(', ');

const timesLine = (what: string, { count, failed, p50, p99, max }: Times): string =>
  `| ${what} | ${count.toLocaleString('en')} | ${failed} | ${ms(p50)} | ${ms(p99)} | ${ms(max)} |`;

export function printed(report: Report): string {
  const { name, sent, quiet, during, after, memory, took, computed, found, borne } = report;
  return [
    `\n## ${name}\n`,
    '| sent | times | answered |',
    '|---|---|---|',
    ...sent.map((tally) => `| ${tally.what} | ${sentIn(tally).toLocaleString('en')} | ${statusLine(tally)} |`),
    '\n| honest phone | reads | failed | p50 ms | p99 ms | longest ms |',
    '|---|---|---|---|---|---|',
    timesLine('home, quiet', quiet.home),
    timesLine('home, during', during.home),
    timesLine('home, after', after.home),
    timesLine('/healthz, during', during.health),
    `\nMemory: ${mb(memory.quiet)} quiet, ${mb(memory.peak)} at most, ${mb(memory.after)} at the end.\n`,
    Number.isNaN(computed) ? '' : `Processor: ${computed.toFixed(1)} s of the program in ${took.toFixed(1)} s.\n`,
    ...[...found, ...borne].map(({ what, seen, ok }) => `- ${ok ? 'passed' : 'FAILED'}: ${what} (${seen})`),
  ].join('\n');
}
