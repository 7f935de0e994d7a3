import { expect, it } from 'vitest';
import { assign, calledWords, namedTables, type Ready, timeLeft } from './tables.ts';

it('says the table and who else plays, and keeps the name of a table that has one', () => {
  expect(calledWords('4', ['Wanda'])).toBe('Table 4 now, against Wanda');
  expect(calledWords('Stage', ['Wanda', 'Bo', 'Kim'])).toBe('Stage now, against Wanda, Bo, Kim');
});

it('counts five minutes down from the call', () => {
  const at = Date.parse('2025-11-14T17:00:00.000Z');
  const left = (seconds: number) => timeLeft('2025-11-14T17:00:00.000Z', at + seconds * 1_000);
  expect([left(0), left(1), left(299), left(300), left(900)]).toEqual(['5:00', '4:59', '0:01', '0:00', '0:00']);
});

it('reads tables from a count or from names', () => {
  expect(namedTables('3')).toEqual(['1', '2', '3']);
  expect(namedTables('Stage, 1,\n2 ,')).toEqual(['Stage', '1', '2']);
  expect(namedTables('99')).toEqual(['99']);
  expect(namedTables(' ')).toEqual([]);
});

it('calls matches that waited equally long in the order of their bracket, not of their names', () => {
  const match = (id: string, order: number): Ready => ({
    ...{ id, order, isPassedOver: false, since: '2025-11-14T10:00:00.000Z', location: 'Arcade', tables: ['1', '2'] },
    players: [],
  });
  const ready = [match('e_R1-10', 9), match('e_R1-2', 1), match('e_R1-1', 0)];
  expect(assign(ready, []).map((one) => [one.match.id, one.table])).toEqual([
    ['e_R1-1', '1'],
    ['e_R1-2', '2'],
  ]);
});
