import { expect, it } from 'vitest';
import { asScreenName, pageName, typedName } from './pages.ts';

const KNOWN = {
  events: [{ id: 'e-1', title: 'Catan Open' }],
  pictures: [
    { id: 'p-0', name: 'Dice Tower Inn' },
    { id: 'p-2', name: '' },
  ],
};

it('says which tournament and which picture a page shows, and that one is gone', () => {
  expect(
    [
      { kind: 'messages' } as const,
      { kind: 'tournament', eventId: 'e-1' } as const,
      { kind: 'tournament', eventId: 'e-2' } as const,
      { kind: 'picture', pictureId: 'p-0' } as const,
      { kind: 'picture', pictureId: 'p-2' } as const,
      { kind: 'picture', pictureId: 'p-3' } as const,
    ].map((page) => pageName(page, KNOWN)),
  ).toEqual([
    'Messages',
    'One tournament: Catan Open',
    'One tournament: it was deleted',
    'Dice Tower Inn',
    'Picture 2',
    'Picture: it was removed',
  ]);
});

it('makes a name of what is typed', () => {
  expect([' Arcade 1', 'Großer Saal', 'Żabka’s café - left', 'a'.repeat(50)].map(asScreenName)).toEqual([
    'arcade-1',
    'grosser-saal',
    'zabkas-cafe-left',
    'a'.repeat(40),
  ]);
  expect(typedName(asScreenName('Arcade '))).toBe('arcade');
});
