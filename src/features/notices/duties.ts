import type { Duties } from '#database/duties.ts';
import { dropOldNotices, tellWhatStarts } from './jobs.ts';
import { noticeProblems } from './soundness.ts';
import * as store from './store.ts';

/** A festival file has no notices: it has no devices, and so nobody to tell. */
export const noticeDuties: Duties = {
  problems: noticeProblems,
  jobs: [dropOldNotices, tellWhatStarts],
  cleared: ['notices'],
  forget: (tx, { visitorId }) => store.forgetNoticesOf(tx, visitorId),
  join: store.giveNotices,
  personal: ['notices'],
};
