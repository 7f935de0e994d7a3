import type { Duties } from '#database/duties.ts';
import { giveFields } from '#database/owned.ts';
import { listChangedMatches, listStandings } from './commands/reads.ts';
import { finishCompletedEvents } from './jobs.ts';
import { checkBrackets } from './rules/file.ts';
import { bracketProblems } from './soundness.ts';
import * as store from './store/brackets.ts';

export const bracketDuties: Duties = {
  problems: bracketProblems,
  jobs: [finishCompletedEvents],
  live: [
    { topic: 'matches', isFamily: true, short: false, read: listChangedMatches },
    { topic: 'leaderboard', isFamily: true, short: true, read: listStandings },
  ],
  archived: { key: 'brackets', read: store.readBrackets, check: checkBrackets, write: store.writeBrackets },
  listEventsOf: store.listEventsOfEntrants,
  join: (tx, joining) => giveFields(tx, { table: 'brackets', json: 'entrants' }, joining),
  personal: ['match_calls'],
  forget: store.forgetEntrants,
  anonymise: store.anonymiseBrackets,
};
