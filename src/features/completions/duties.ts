import type { Duties } from '#database/duties.ts';
import { finishCompletedEvents } from './jobs.ts';

export const completionDuties: Duties = { jobs: [finishCompletedEvents] };
