import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type {
  checkProgramme,
  clearSample,
  FestivalFile,
  importFestival,
  importProgramme,
  loadSample,
  readSample,
  SeenEvent,
} from '../contract.ts';

/** Whether this is the sample festival. */
export const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => call<typeof readSample>('GET /api/admin/sample', { signal }),
});

export const clearSampleMutation = mutationOptions({
  mutationKey: ['sample', 'clear'],
  mutationFn: () => call<typeof clearSample>('DELETE /api/admin/sample'),
});

export const loadSampleMutation = mutationOptions({
  mutationKey: ['sample', 'load'],
  mutationFn: () => call<typeof loadSample>('POST /api/admin/sample'),
});

export const checkProgrammeMutation = mutationOptions({
  mutationKey: ['programme', 'check'],
  mutationFn: (body: { csv: string; apart?: number[] }) =>
    call<typeof checkProgramme>('POST /api/admin/imports/programme/check', { body }),
});

export const importProgrammeMutation = mutationOptions({
  mutationKey: ['programme', 'import'],
  mutationFn: (body: { csv: string; apart: number[]; seen: SeenEvent[]; added: number[] }) =>
    call<typeof importProgramme>('POST /api/admin/imports/programme', { body }),
});

/** Sends the file unchanged; the server checks it. */
export const importFestivalMutation = mutationOptions({
  mutationKey: ['festival', 'import'],
  mutationFn: (file: FestivalFile) => call<typeof importFestival>('POST /api/admin/imports/festival', { body: file }),
});
