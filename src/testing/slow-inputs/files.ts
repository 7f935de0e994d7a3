/** Slow inputs of what is read in steps: uploads, imports and Discord's answers. */
import { SLICES } from '#app/server/slices.ts';
import { parseMarkdown } from '#features/announcements/rules/markdown.ts';
import { announcementsInSteps } from '#features/announcements/rules/message.ts';
import { listsOf } from '#features/archive/commands.ts';
import { FestivalFile } from '#features/archive/contract.ts';
import { checkFestivalFile } from '#features/archive/rules/festival-file.ts';
import { programmeInSteps } from '#features/archive/rules/programme.ts';
import { BulkScores } from '#features/scores/contract.ts';
import { judgeInSteps } from '#features/scores/rules/bulk-verdicts.ts';
import type { FileKind } from '#features/scores/rules/file-kinds.ts';
import { parseInSteps } from '#features/scores/rules/parse-file.ts';
import { writeCsv } from '#platform/csv.ts';
import { jsonInSteps } from '#platform/server/json.ts';
import { bodyInSteps } from '#platform/server/parse.ts';
import { repeated, type SlowInput, slowInputs } from './slow-input.ts';

const MIB = 1024 * 1024;
const ZONE = 'America/New_York';
const AT = '2025-11-14T17:00:00.000Z';
/** A name of 60 letters whose key is most expensive to compute; the number makes it unique. */
const slowName = (number: number): string =>
  `${'\u0345'.repeat(18)}${'\u0301'.repeat(18)}${'\u0323'.repeat(17)}${number}`;
const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

const json = slowInputs(
  {
    ...{ parser: 'JSON of an upload or import', largest: '32 MiB', size: 32 * MIB, inSteps: true },
    read: (bytes: Buffer) => jsonInSteps(bytes),
  },
  {
    'lists in lists': (size) => Buffer.from('['.repeat(size / 2) + ']'.repeat(size / 2)),
    'small objects': (size) => Buffer.from(`[${repeated('{},', size / 4)}1]`),
    numbers: (size) => Buffer.from(`[${repeated('1,', size / 4)}1]`),
    'one text of escaped letters': (size) => Buffer.from(`"${repeated('\\\\', size / 8)}"`),
    'one text of escaped quotes': (size) => Buffer.from(`"${repeated('\\"', size / 8)}"`),
    'fields of one object': (size) => Buffer.from(`{${list(size / 160, (index) => `"key${index}":1`).join(',')}}`),
    'white space': (size) => Buffer.from(`[${' '.repeat(size - 2)}]`),
    'a number that never ends': (size) => Buffer.from('1'.repeat(size)),
  },
);

const rows = (size: number, name: (index: number) => string) => list(size, (score) => ({ name: name(score), score }));
const scores = [
  ...slowInputs(
    {
      ...{ parser: 'rows of an upload', largest: '5,000 rows', size: 5000, inSteps: true },
      read: (updates: unknown[]) => bodyInSteps(BulkScores, { updates, fileName: 'a', fileType: 'csv' }),
    },
    { 'slow names': (size) => rows(size, slowName), 'empty objects': (size) => list(size * 100, () => ({})) },
  ),
  ...slowInputs(
    { parser: 'scores by name', largest: '5,000 rows', size: 5000, inSteps: true, read: judgeInSteps },
    {
      'slow names': (size) => rows(size, slowName),
      'names of 500 marks': (size) => rows(size, () => repeated('\u0345\u0301\u0323', 500)),
      'letters that become 18': (size) => rows(size, (index) => 'ﷺ'.repeat(55) + index),
      'one name with many scores': (size) => rows(size, () => 'Alex'),
    },
  ),
  // Runs on the organiser's device: it would block the page, not the server.
  ...slowInputs(
    {
      ...{ parser: 'score file (browser)', largest: '10 MiB', size: 10 * MIB, inSteps: true },
      read: ([text, kind]: readonly [string, FileKind]) => parseInSteps(text, kind),
    },
    {
      'two words': (size) => [`${'a'.repeat(size / 8)} ${'b'.repeat(size / 8)} 1`, 'txt'] as const,
      'quotes that never close': (size) => [repeated('"a,', size / 8), 'csv'] as const,
      'empty lines': (size) => ['\n'.repeat(size / 8), 'csv'] as const,
      'empty fields': (size) => [repeated(`a${','.repeat(9_000)}b\n`, size / 8), 'csv'] as const,
      'empty fields of the header': (size) => [`name${','.repeat(size / 8)}x\na,1`, 'csv'] as const,
    },
  ),
];

const HEAD = 'title,type,start,location,host\n';
const programme = slowInputs(
  {
    ...{ parser: 'programme (CSV)', largest: '2 MiB', size: 2 * MIB, inSteps: true },
    read: (csv: string) => programmeInSteps(csv, ZONE),
  },
  {
    quotes: (size) => HEAD + '"'.repeat(size - HEAD.length),
    separators: (size) => HEAD + ','.repeat(size - HEAD.length),
    'empty lines': (size) => HEAD + '\n'.repeat(size - HEAD.length),
    'rows of one letter': (size) => HEAD + repeated('a\n', size - HEAD.length),
    'a header without an end': (size) => `"${'a'.repeat(size)}`,
    'times that are skipped': (size) => HEAD + 'x,course,2025-03-09 02:00,y,z\n'.repeat(size / 1050),
    'slow names': (size) =>
      HEAD + list(size / 1050, (index) => `x,course,2025-11-14 15:00,y,${slowName(index)}`).join('\n'),
    'times with white space': (size) => HEAD + `x,course,2025-11-14${' '.repeat(900)}x,y,z\n`.repeat(size / 1050),
  },
);

const user = (index: number) => ({ id: `u${index}`, name: slowName(index), score: 1, createdAt: AT });
const cup = {
  title: 'Cup',
  eventType: 'course',
  description: '',
  startTime: AT,
  duration: 60,
  location: 'Hall',
  host: 'Mo',
};
const tournament = {
  ...{ ...cup, id: 'e', capacity: 300, googleDocUrl: null, status: 'in-progress', codeGeneration: 1 },
  tournamentType: 'double-elimination',
};
/** A result, an undo, a result, an undo …: each undo costs as much as all entries before it. */
const bracket = (lines: number) => ({
  ...{ eventId: 'e', drawId: 'd', drawnAt: AT, options: { tournamentType: 'double-elimination', thirdPlace: false } },
  entrants: list(256, (index) => ({ rsvpId: `r${index}`, userId: null, name: `P${index}` })),
  lines: list(lines, (index) => ({
    enteredAt: AT,
    entry: index % 2 === 1 ? { kind: 'undo' } : { kind: 'score', match: 'W1-1', scores: [2, 1] },
  })),
});
const festival = (said: object) => ({
  ...{ format: 'boardwalk festival', version: 1, exportedAt: AT, festival: 'F', sample: false },
  ...{ events: [], users: [], rsvps: [], games: [], brackets: [], uploads: [], audit: [], ...said },
});
const shapes = slowInputs(
  {
    ...{ parser: 'rows of a festival’s file', largest: '32 MiB', size: 100_000, inSteps: true },
    read: (file: object) => bodyInSteps(FestivalFile, file),
  },
  {
    'users with slow names': (size) => festival({ users: list(size, user) }),
    'lines of a bracket': (size) => festival({ brackets: [bracket(size / 5)] }),
  },
);
const soundness = slowInputs(
  {
    ...{ parser: 'a festival’s file as a whole', largest: '32 MiB', size: 100_000, inSteps: true },
    read: (file: object) => checkFestivalFile(file as FestivalFile, listsOf(SLICES)),
  },
  {
    'users with slow names': (size) => festival({ users: list(size, user) }),
    'undos in a bracket': (size) => festival({ events: [tournament], brackets: [bracket(size / 50)] }),
  },
);

const person = { id: '1', username: 'a', global_name: null, avatar: null };
const message = (said: object) => ({ id: '1', type: 0, content: '', timestamp: AT, author: person, ...said });
const announcements = [
  ...slowInputs(
    {
      ...{ parser: 'messages of Discord', largest: '1 MiB, 50 messages', size: 50, inSteps: true },
      read: (raw: readonly unknown[]) => announcementsInSteps(raw, ZONE),
    },
    {
      'lists of nothing': (size) =>
        list(size, () => message({ mentions: list(4000, () => ({})), embeds: list(4000, () => 1) })),
      mentions: (size) =>
        list(size, () => message({ content: repeated('<@1>', 6000), mentions: list(4000, () => person) })),
      'backticks and brackets': (size) => list(size, () => message({ content: repeated('`<@', 20_000) })),
      components: (size) =>
        list(size, () => message({ components: list(100, () => ({ items: list(99, () => ({})) })) })),
      'fields of cards': (size) =>
        list(size, () =>
          message({ embeds: list(100, () => ({ fields: list(100, () => ({ name: '||', value: '<@1>' })) })) }),
        ),
      'times of day': (size) => list(size, () => message({ content: repeated('<t:1763139600:F>', 6000) })),
    },
  ),
  ...slowInputs(
    { parser: 'Markdown', largest: '6,000 characters', size: 6000, read: parseMarkdown },
    {
      'an address with an end of many signs': (size) => `http://a${repeated('.)', size - 8)}`,
      'code with white space inside': (size) => `\`\`\`a${'\n'.repeat(size / 2)}x${' '.repeat(size / 2)}x\`\`\``,
      ...Object.fromEntries(
        [
          ...[
            '*a ',
            '**a ',
            '_a ',
            '__a ',
            '~~a ',
            '`a``',
            '[',
            '[a](http://b',
            '[a](http://a(b)',
            'http://a',
            'http://a.)',
            '<http://a',
            '||a ',
            '|| ',
            '|',
          ],
          ...['*_', '**a _b ', '```a\n', '# \n', '- a\n  b\n', '\\*', '  \n', '>a\n', '>>> a\n', '||a\n'],
        ].map((pattern) => [JSON.stringify(pattern), (size: number) => repeated(pattern, size)]),
      ),
    },
  ),
  ...slowInputs(
    {
      parser: 'cell of an export (CSV)',
      largest: '2,000 characters',
      size: 2000,
      read: (cell: string) => writeCsv([[cell]]),
    },
    { tabs: (size) => '\t'.repeat(size), spaces: (size) => `;${' '.repeat(size)}`, quotes: (size) => '"'.repeat(size) },
  ),
];

export const FILES: readonly SlowInput[] = [...[json, scores, programme, shapes, soundness].flat(), ...announcements];
