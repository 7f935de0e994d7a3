import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { permissionTable, withTable } from './security.ts';

const said = { summary: 'X.', answer: null, status: 204, touches: [] } as const;

test('docs/security.md shows the table of the contracts as they are; npm run security writes it', async () => {
  const page = readFileSync('docs/security.md', 'utf8');
  expect(page).toBe(withTable(page, permissionTable(await declaredEndpoints())));
});

test('a call has a line with the status for each caller, sorted by path', () => {
  const table = permissionTable([
    endpoint({ ...said, route: 'POST /b', who: 'admin', body: z.object({}) }),
    endpoint({
      ...{ ...said, route: 'POST /b/{id}', who: 'admin', bodiless: true },
      helpers: { roles: ['door', 'host'], id: 'event' },
      params: z.object({ id: z.string() }),
    }),
    endpoint({ ...said, route: 'DELETE /a/{id}', who: 'owner', params: z.object({ id: z.string() }) }),
    endpoint({ ...said, route: 'GET /a', who: 'anyone' }),
    endpoint({ ...said, route: 'DELETE /c', who: 'visitor' }),
  ]);
  expect(table.split('\n').slice(2, -1)).toEqual([
    '| `GET /a` | anyone | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ |',
    '| `DELETE /a/{id}` | owner | 401 | 403 | ✓ | ✓ | ✓ | 401 | 401 | 401 | 401 | 401 | 401 |',
    '| `POST /b` | admin | 401 | 401 | 401 | 401 | ✓ | 401 | 403 | 403 | 403 | 403 | 403 |',
    '| `POST /b/{id}` | admin | 401 | 401 | 401 | 401 | ✓ | 401 | ✓ | 403 | ✓ | 403 | 403 |',
    '| `DELETE /c` | visitor | 401 | ✓ | ✓ | ✓ | ✓ | 401 | 401 | 401 | 401 | 401 | 401 |',
  ]);
});

test('a page without the markers of the table is not overwritten', () => {
  expect(() => withTable('# Security\n', 'x')).toThrow('lost the place');
});
