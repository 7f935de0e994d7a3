import type { Duties } from '#database/duties.ts';
import { drawDue, isDrawDue } from './commands.ts';

export const lotteryDuties: Duties = {
  jobs: [{ name: 'draw places', everyMs: 2_000, hasWork: isDrawDue, run: drawDue }],
};
