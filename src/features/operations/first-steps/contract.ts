import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { SETTLED, STEPS } from './rules.ts';

const SettledStep = z.object({ step: z.enum(STEPS), as: z.enum(SETTLED) });

export const readFirstSteps = endpoint({
  route: 'GET /api/admin/first-steps',
  summary: 'What the data of the festival does not show of its first steps.',
  who: 'admin',
  answer: z.object({
    settled: z.array(SettledStep),
    hasOwnPassword: z.boolean(),
    publicUrl: z.string().nullable(),
    /** Of QR codes: PUBLIC_URL, else the address of the request. */
    origin: z.string(),
  }),
});

export const settleFirstStep = endpoint({
  route: 'PUT /api/admin/first-steps',
  summary: 'Settle a first step that the data does not show: done or skipped.',
  who: 'admin',
  body: SettledStep,
  answer: null,
  status: 204,
  touches: ['first steps'],
});
