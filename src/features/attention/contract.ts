import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

/**
 * Something an organiser should act on; `text` says what to do, `link` leads to the part of the dashboard where it is
 * done, if there is one. `id` stays the same while the cause lasts.
 */
export const Warning = z.object({
  id: z.string(),
  text: z.string(),
  link: z.object({ label: z.string(), to: z.string() }).optional(),
});
export type Warning = z.infer<typeof Warning>;

export const listWarnings = endpoint({
  call: 'GET /api/admin/attention',
  summary: 'What the server noticed that an organiser should act on; empty when all is well.',
  who: 'admin',
  answer: z.array(Warning),
  status: 200,
  touches: [],
});
