import { expect, it } from 'vitest';
import { auditNames, type Change, changeWithoutNames } from './former.ts';

const change = (subject: string, before: unknown, after: unknown): Change => ({ subject, before, after });

const FORMER = 'Former player';

it.each([
  [
    'a check-in',
    change('Al at Al’s den', { playerName: 'Al' }, { playerName: 'Al', checkedIn: true }),
    change(`${FORMER} at Al’s den`, { playerName: FORMER }, { playerName: FORMER, checkedIn: true }),
  ],
  ['another spelling', change('AL', null, { name: 'AL' }), change(FORMER, null, { name: FORMER })],
  [
    'a result',
    change('Final of Al', { player1: 'Al', winner: null }, { player1: 'Al', player2: 'Alma', winner: 'Al' }),
    change('Final of Al', { player1: FORMER, winner: null }, { player1: FORMER, player2: 'Alma', winner: FORMER }),
  ],
  [
    'a draw',
    change('Al', null, { players: 'Bo, Al, Alma', tournamentType: 'Al' }),
    change('Al', null, { players: `Bo, ${FORMER}, Alma`, tournamentType: 'Al' }),
  ],
  [
    'a list where one name holds a comma',
    change('Cup', { players: 'J, Jr, Bo' }, { players: 'Bo, J, Jr' }),
    change('Cup', { players: `${FORMER}, Bo` }, { players: `Bo, ${FORMER}` }),
  ],
])('removes the names of forgotten people from %s and nothing else', (_, said, wanted) => {
  expect(changeWithoutNames(said, ['Al', 'J, Jr'])).toEqual(wanted);
});

it('does not touch a change without forgotten people', () => {
  const event = change('Al', { title: 'Al', host: 'Al', eventType: 'x' }, null);
  expect(changeWithoutNames(event, ['Al'])).toBeNull();
  expect(changeWithoutNames(change('Alma', null, { name: 'Alma' }), ['Al'])).toBeNull();
  expect(changeWithoutNames(change('Al', null, { name: 'Al' }), [])).toBeNull();
});

it('finds every name of a renamed person by the id', () => {
  const renamed = change('Old', { id: 'u', name: 'Old' }, { id: 'u', name: 'New' });
  const other = change('Other', { id: 'x', name: 'Other' }, { id: 'r', playerName: 'Place' });
  const gone = new Set(['u', 'r']);
  expect(auditNames([renamed, other], gone)).toEqual(['Old', 'New', 'Place']);
});
