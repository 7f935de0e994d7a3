import { expect, it } from 'vitest';
import type { AuditEntry } from '../contract.ts';
import { whoWords } from './who.ts';

it.each<[AuditEntry['byName'], AuditEntry['byRole'], string]>([
  ['Mira', 'door', 'Mira, door'],
  ['Priya', 'organiser', 'Priya, organiser'],
  [null, 'organiser', 'session d2d5661d'],
  [null, null, 'session d2d5661d'],
])('calls %s, %s "%s"', (byName, byRole, words) => {
  expect(whoWords({ byName, byRole, session: 'd2d5661d' })).toBe(words);
});
