/** The tables of the exports: what stands in each column. */
import type { ListedGame } from '#features/inventory/contract.ts';
import type { User } from '#features/users/contract.ts';
import type { Cell } from '#platform/csv.ts';
import { zonedInput } from '#platform/time.ts';

type Table = readonly (readonly Cell[])[];

/** Name and score only, and 'name' in the first line: the form in which scores are uploaded. */
export const userTable = (users: readonly User[]): Table => [
  ['Name', 'Score'],
  ...users.map(({ name, score }) => [name, score]),
];

export const gameTable = (games: readonly ListedGame[]): Table => [
  ['Name', 'Type', 'Owner', 'Players', 'Minutes', 'Description'],
  ...games.map((game) => [game.name, game.gameType, game.owner, game.playerCount, game.playTime, game.description]),
];

export type TakenPlace = {
  readonly playerName: string;
  readonly checkedInAt: string | null;
  readonly createdAt: string;
};

/** Times stand in the festival's zone, in a form that spreadsheets take for a time. */
export const rsvpTable = (places: readonly TakenPlace[], zone: string): Table => {
  const local = (iso: string): string => zonedInput(iso, zone).replace('T', ' ');
  return [
    ['Name', 'Checked in', `Checked in at (${zone})`, `Registered at (${zone})`],
    ...places.map(({ playerName, checkedInAt, createdAt }) => [
      playerName,
      checkedInAt === null ? 'no' : 'yes',
      checkedInAt === null ? null : local(checkedInAt),
      local(createdAt),
    ]),
  ];
};
