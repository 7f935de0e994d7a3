import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import type {
  approveClaim,
  listClaims,
  listMyClaims,
  makeClaim,
  NewClaim,
  refuseClaim,
  undoDecision,
} from '../contract.ts';

/** What waits for a decision, for staff. */
export const claimsQuery = queryOptions({
  queryKey: ['claims'],
  queryFn: ({ signal }) => call<typeof listClaims>('GET /api/claims', { signal }),
});

export const myClaimsQuery = queryOptions({
  queryKey: ['claims', 'my'],
  queryFn: ({ signal }) => call<typeof listMyClaims>('GET /api/claims/my', { signal }),
  meta: { topic: MINE },
});

export const makeClaimMutation = mutationOptions({
  mutationKey: ['claims', 'make'],
  mutationFn: ({ idempotencyKey, ...body }: NewClaim & { idempotencyKey: string }) =>
    call<typeof makeClaim>('POST /api/claims', { body, idempotencyKey }),
});

export const approveMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; points?: number; evenMany?: true }) =>
    call<typeof approveClaim>('POST /api/claims/{id}/approve', { params: { id }, body }),
});

export const refuseMutation = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    call<typeof refuseClaim>('POST /api/claims/{id}/refuse', { params: { id }, body: { reason } }),
});

export const undoMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof undoDecision>('POST /api/claims/{id}/undo', { params: { id } }),
});
