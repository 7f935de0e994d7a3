import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

/** Something an organiser should act on; `text` says what to do. `id` stays the same while the cause lasts. */
export const Warning = z.object({ id: z.string(), text: z.string() });
export type Warning = z.infer<typeof Warning>;

export const listWarnings = endpoint({
  call: 'GET /api/admin/attention',
  summary: 'What the server noticed that an organiser should act on; empty when all is well.',
  who: 'admin',
  answer: z.array(Warning),
  status: 200,
  touches: [],
});
