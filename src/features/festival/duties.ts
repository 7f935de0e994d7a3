import type { Duties } from '#database/duties.ts';
import { followOpening, isOpeningDue } from './commands.ts';
import type { EditedFacts } from './contract.ts';
import { whyNotFacts } from './rules/facts.ts';
import { readFactsList, writeFactsList } from './store.ts';

export const festivalDuties: Duties = {
  jobs: [{ name: 'open the programme', everyMs: 2_000, hasWork: isOpeningDue, run: followOpening }],
  archived: {
    key: 'facts',
    read: readFactsList,
    check({ facts }) {
      return (facts as EditedFacts[]).map(whyNotFacts).find((verdict) => verdict !== null) ?? null;
    },
    write: writeFactsList,
  },
};
