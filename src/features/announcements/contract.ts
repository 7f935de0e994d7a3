import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

/** `color` is 0xRRGGBB as an integer, or null; `url` is http or https, or null. */
export const Embed = z.object({
  title: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  color: z.number().nullable(),
});
export type Embed = z.infer<typeof Embed>;

/** `authorAvatar`: a path on our server. `content`: Markdown (rules/markdown.ts). `timestamp`: ISO 8601 UTC. */
export const Announcement = z.object({
  id: z.string(),
  author: z.string(),
  authorAvatar: z.string().nullable(),
  content: z.string(),
  timestamp: z.string(),
  embeds: z.array(Embed),
});
export type Announcement = z.infer<typeof Announcement>;

/** `asOf`: the time of a list that cannot be refreshed. */
export type AnnouncementBoard = { readonly announcements: Announcement[]; readonly asOf: string | null };

export const listAnnouncements = endpoint({
  route: 'GET /api/discord/announcements',
  summary:
    'The newest 50 messages of the announcements channel, newest first; X-Data-Age tells their age in seconds when the channel cannot be read.',
  who: 'anyone',
  answer: z.array(Announcement),
});

export const readAvatar = endpoint({
  route: 'GET /api/discord/avatars/{file}',
  summary: 'The picture of an author in the list of announcements, so that no visitor’s device asks Discord for it.',
  who: 'anyone',
  params: z.object({ file: z.string().regex(/^\d{1,20}-\w{1,64}\.png$/, 'is not a picture') }),
  answer: z.instanceof(Uint8Array),
  mediaType: 'image/png',
});
