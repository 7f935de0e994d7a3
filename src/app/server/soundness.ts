/** Every slice's soundness. A table without a row shape is a type error here: add it to its slice's `soundness.ts`. */
import type { Db } from '#database/schema.ts';
import { metaShape, type Soundness } from '#database/soundness.ts';
import { accessSoundness } from '#features/access/soundness.ts';
import { admissionSoundness } from '#features/admission/soundness.ts';
import { announcementSoundness } from '#features/announcements/soundness.ts';
import { archiveSoundness } from '#features/archive/soundness.ts';
import { auditSoundness } from '#features/audit/soundness.ts';
import { bracketSoundness } from '#features/brackets/soundness.ts';
import { checkInSoundness } from '#features/check-in/soundness.ts';
import { eventSoundness } from '#features/events/soundness.ts';
import { inventorySoundness } from '#features/inventory/soundness.ts';
import { registrationSoundness } from '#features/registrations/soundness.ts';
import { rsvpSoundness } from '#features/rsvps/soundness.ts';
import { scoreSoundness } from '#features/scores/soundness.ts';
import { userSoundness } from '#features/users/soundness.ts';

const SLICES = [
  accessSoundness,
  admissionSoundness,
  archiveSoundness,
  announcementSoundness,
  auditSoundness,
  bracketSoundness,
  checkInSoundness,
  eventSoundness,
  inventorySoundness,
  registrationSoundness,
  rsvpSoundness,
  scoreSoundness,
  userSoundness,
];

export const SOUNDNESS = {
  rows: {
    meta: metaShape(Object.assign({}, ...SLICES.map(({ facts }) => facts))),
    ...accessSoundness.rows,
    ...announcementSoundness.rows,
    ...auditSoundness.rows,
    ...bracketSoundness.rows,
    ...checkInSoundness.rows,
    ...eventSoundness.rows,
    ...inventorySoundness.rows,
    ...registrationSoundness.rows,
    ...rsvpSoundness.rows,
    ...scoreSoundness.rows,
    ...userSoundness.rows,
  },
  async problems(db: Db): Promise<string[]> {
    const found: string[] = [];
    for (const { problems } of SLICES) found.push(...((await problems?.(db)) ?? []));
    return found;
  },
} satisfies Soundness;
