import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, type Player, type Playing, type Ready, tableKey, whoPlays } from './tables.ts';

/** One of `people` persons, who has a place under the same name in every event. */
const player = (person: number, eventId: string, fixedTable: string | null = null): Player => ({
  ...{ id: `${eventId} ${person}`, eventId, name: `P ${person}`, personKey: `p${person}`, visitorId: null },
  ...{ hasPlace: true, fixedTable },
});

const TABLES = ['1', '2', '3', 'Stage'];

const scenes = fc
  .array(
    fc.record({
      event: fc.nat(2),
      room: fc.constantFrom('Arcade', 'arcade ', 'Ballroom'),
      people: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }),
      since: fc.nat(50),
      tables: fc.subarray(TABLES),
      fixed: fc.option(fc.constantFrom(...TABLES), { freq: 3 }),
      gone: fc.boolean(),
      passedOver: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((matches) =>
    matches.map(
      ({ event, room, people, since, tables, fixed, gone, passedOver }, index): Ready => ({
        id: `m${index}`,
        isPassedOver: passedOver,
        order: index,
        since: `2025-11-14T10:${String(since).padStart(2, '0')}:00.000Z`,
        location: room,
        tables,
        players: people.map((person, place) => ({
          ...player(person, `e${event}`, place === 0 ? fixed : null),
          hasPlace: !(gone && place === 0 && index % 4 === 0),
        })),
      }),
    ),
  );

const asPlaying = ({ match, table }: { match: Ready; table: string }): Playing => ({
  ...match,
  table,
  eventTitle: 'Cup',
});
const keyOf = ({ location, table }: Playing): string => tableKey(location, table);
const namesOf = (list: readonly Playing[]): string[] =>
  list.flatMap(({ players }) => players.map(({ personKey }) => personKey));

/** What already plays: a part of another assignment. */
const running = (ready: readonly Ready[]) => assign(ready.slice(0, 5), []).map(asPlaying);

it('assign uses no table and calls no person twice, at open tables of the event only', () => {
  fc.assert(
    fc.property(scenes, (ready) => {
      const playing = running(ready);
      const all = [...playing, ...assign(ready.slice(5), playing).map(asPlaying)];
      expect(new Set(all.map(keyOf)).size).toBe(all.length);
      expect(new Set(namesOf(all)).size).toBe(namesOf(all).length);
      for (const { tables, table, players } of all as (Playing & Ready)[]) {
        expect(tables).toContain(table);
        expect(players.every(({ hasPlace }) => hasPlace)).toBe(true);
      }
    }),
  );
});

it('assign gives a match its fixed table or none while that is open', () => {
  fc.assert(
    fc.property(scenes, (ready) => {
      for (const { match, table } of assign(ready, [])) {
        const fixed = match.players.find(({ fixedTable }) => fixedTable !== null)?.fixedTable;
        if (fixed && match.tables.includes(fixed)) expect(table).toBe(fixed);
      }
    }),
  );
});

it('assign leaves no match out that could still be called', () => {
  fc.assert(
    fc.property(scenes, (ready) => {
      const assigned = assign(ready, []);
      const left = ready.filter(({ id }) => !assigned.some(({ match }) => match.id === id));
      expect(assign(left, assigned.map(asPlaying))).toEqual([]);
    }),
  );
});

it('assign gives the first free table to the match that waited longest, those that were passed over behind all others', () => {
  fc.assert(
    fc.property(scenes, (ready) => {
      const able = ready.filter(
        ({ tables, players }) => tables.length > 0 && players.every(({ hasPlace }) => hasPlace),
      );
      const orderOf = ({ isPassedOver, since, id }: Ready) => `${Number(isPassedOver)} ${since} ${id}`;
      const first = [...able].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))[0];
      expect(assign(ready, []).map(({ match }) => match.id)[0]).toBe(first?.id);
    }),
  );
});

it('assign starves nobody: with each round of matches played, all get a table', () => {
  fc.assert(
    fc.property(scenes, (ready) => {
      let left = ready.filter(({ tables, players }) => tables.length > 0 && players.every(({ hasPlace }) => hasPlace));
      for (let round = 0; left.length > 0; round += 1) {
        expect(round).toBeLessThan(ready.length);
        const assigned = new Set(assign(left, []).map(({ match }) => match.id));
        left = left.filter(({ id }) => !assigned.has(id));
      }
    }),
  );
});

it('assign fills 40 tables from 200 ready matches', () => {
  const tables = Array.from({ length: 40 }, (_, index) => `${index + 1}`);
  const ready = Array.from(
    { length: 200 },
    (_, index): Ready => ({
      ...{
        id: `m${String(index).padStart(3, '0')}`,
        isPassedOver: false,
        order: index,
        since: '2025-11-14T10:00:00.000Z',
        location: 'Arcade',
        tables,
      },
      players: [player(2 * index, `e${index % 9}`), player(2 * index + 1, `e${index % 9}`)],
    }),
  );
  expect(assign(ready, []).map(({ table }) => table)).toEqual(tables);
});

describe('whoPlays', () => {
  const at = (one: Player): Playing[] => [
    { id: 'm', location: 'Arcade', table: '4', eventTitle: 'Cup', players: [one] },
  ];
  const rosa = player(1, 'e1');

  it('finds a person of another event by name alone, for two people may share a phone', () => {
    expect(whoPlays([player(1, 'e2')], at(rosa))?.player).toEqual(rosa);
    expect(whoPlays([{ ...player(2, 'e2'), visitorId: 'v' }], at({ ...rosa, visitorId: 'v' }))).toBeNull();
  });

  it('takes each place of one event for a person, also where names differ in an accent alone', () => {
    expect(whoPlays([rosa], at(rosa))?.player).toEqual(rosa);
    expect(whoPlays([{ ...rosa, id: 'e1 2' }], at(rosa))).toBeNull();
  });
});
