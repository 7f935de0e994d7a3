import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { json, stamp } from '#platform/stored.ts';
import { readAvatar } from './contract.ts';
import { isWebAddress } from './rules/address.ts';
import { SHOWN } from './rules/message.ts';

const MIB = 1024 * 1024;
const AVATARS = '/api/discord/avatars/';

const Avatar = z
  .string()
  .refine(
    (path) => path.startsWith(AVATARS) && readAvatar.params.safeParse({ file: path.slice(AVATARS.length) }).success,
    'is no picture of ours',
  );

/** As `announcementsIn` makes them. Texts are bounded only by the length of the whole list. */
const KeptAnnouncement = z.object({
  id: z.string().regex(/^\d{1,20}$/, 'is not an id'),
  author: z.string(),
  authorAvatar: Avatar.nullable(),
  content: z.string(),
  timestamp: stamp(),
  embeds: z.array(
    z.object({
      title: z.string().nullable(),
      url: z.string().refine(isWebAddress, 'is not an http or https address').nullable(),
      description: z.string().nullable(),
      color: z.int().min(0).max(0xff_ff_ff).nullable(),
    }),
  ),
});

export const announcementSoundness: Soundness<'announcement_lists'> = {
  rows: {
    announcement_lists: z.object({
      channel_id: z.string().regex(/^\d{1,20}$/, 'is not a channel'),
      asked_at: stamp(),
      asked_before_at: stamp().nullable(),
      wait_until: stamp().nullable(),
      failed_at: stamp().nullable(),
      fetched_at: stamp().nullable(),
      list: json(z.array(KeptAnnouncement).max(SHOWN), 4 * MIB).nullable(),
    }),
  },
};
