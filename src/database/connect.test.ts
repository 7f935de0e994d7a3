import { expect, it } from 'vitest';
import { connect } from './connect.ts';

it('reports a missing PostgreSQL at once', async () => {
  await expect(connect('postgres://nobody@127.0.0.1:1/none', () => {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
