import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

/** Whether this is the sample festival. */
export const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => call<typeof contract.readSample>('GET /api/admin/sample', { signal }),
});

export const clearSampleMutation = mutationOptions({
  mutationFn: () => call<typeof contract.clearSample>('DELETE /api/admin/sample'),
});

export const loadSampleMutation = mutationOptions({
  mutationFn: () => call<typeof contract.loadSample>('POST /api/admin/sample'),
});

export const checkProgrammeMutation = mutationOptions({
  mutationFn: (body: { csv: string; apart?: number[] }) =>
    call<typeof contract.checkProgramme>('POST /api/admin/imports/programme/check', { body }),
});

export const importProgrammeMutation = mutationOptions({
  mutationFn: (body: { csv: string; apart: number[]; seen: contract.SeenEvent[]; added: number[] }) =>
    call<typeof contract.importProgramme>('POST /api/admin/imports/programme', { body }),
});

/** Sends the file unchanged; the server checks it. */
export const importFestivalMutation = mutationOptions({
  mutationFn: (file: contract.FestivalFile) =>
    call<typeof contract.importFestival>('POST /api/admin/imports/festival', { body: file }),
});
