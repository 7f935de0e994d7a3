import type { DataDuties } from '#database/duties.ts';
import { finishCompletedEvents } from './jobs.ts';

export const completionDuties: DataDuties = { jobs: [finishCompletedEvents] };
