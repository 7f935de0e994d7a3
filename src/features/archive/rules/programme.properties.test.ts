import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#testing/texts.ts';
import { programmeDifference } from './difference.ts';
import { readProgramme } from './programme.ts';

const HEADER = 'title,type,description,start,duration,location,host,capacity,link,tournament';
const read = (csv: string) => {
  const found = readProgramme(csv, 'America/New_York');
  return {
    rows: found.rows,
    problems: programmeDifference(found, [], { now: '2025-11-13T18:00:00.000Z', zone: 'America/New_York' }).problems,
  };
};

it('every row of any table is either an event or has a problem', { timeout: 60_000 }, () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'Uno', 'card-game', '2025-11-14 15:00', '60', '=1+1', 'https://x.example', 'single'),
    fc.string({ unit: anyCharacter, maxLength: 5 }).map((text) => text.replace(/[",;\t\r\n]/g, '')),
  );
  const row = fc.array(cell, { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (table) => {
      const filled = table.filter((cells) => cells.some((one) => one.trim() !== ''));
      const { rows, problems } = read([HEADER, ...table.map((cells) => cells.join(','))].join('\n'));
      if (filled.length === 0) return;
      const lines = new Set([...rows, ...problems].map(({ line }) => line));
      expect(lines.size).toBe(filled.length);
    }),
  );
});
