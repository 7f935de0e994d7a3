import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { readFirstSteps, settleFirstStep } from '../contract.ts';
import type { Settled, Step } from '../rules.ts';

export const firstStepsQuery = queryOptions({
  queryKey: ['first steps'],
  queryFn: ({ signal }) => call<typeof readFirstSteps>('GET /api/admin/first-steps', { signal }),
});

export const settleStepMutation = mutationOptions({
  mutationFn: (body: { step: Step; as: Settled }) =>
    call<typeof settleFirstStep>('PUT /api/admin/first-steps', { body }),
});
