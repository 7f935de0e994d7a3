import type { Duties } from '#database/duties.ts';
import { dropExpiredKeys, dropSpentSessions, dropSpentTries } from './jobs.ts';
import { accessProblems } from './soundness.ts';
import { forgetVisitor, joinVisitor } from './store/callers.ts';

export const accessDuties: Duties = {
  problems: accessProblems,
  jobs: [dropExpiredKeys, dropSpentSessions, dropSpentTries],
  // Stored answers would bring back what is gone.
  cleared: ['idempotency_keys'],
  owned: [{ table: 'devices' }],
  join: joinVisitor,
  forget: (tx, { visitorId }) => forgetVisitor(tx, visitorId),
  personal: [...(['visitors', 'idempotency_keys', 'admin_links', 'admin_guesses'] as const), 'minute_budgets'],
  // Organisers who erase the people stay unlocked.
  anonymise: async (tx) => {
    await tx.deleteFrom('admin_sessions').execute();
  },
};
