/** Loaded before the program: `?max=20` changes the size of PostgreSQL's pool, `?plain` turns named statements off. */
import { createRequire } from 'node:module';
import type pg from 'pg';

const query = new URL(import.meta.url).searchParams;
// The module that the program imports takes its exports from this one.
const exported = createRequire(import.meta.url)('pg') as typeof pg;
const { Pool, Client } = exported;

Object.assign(exported, {
  Pool: class extends Pool {
    constructor(options: pg.PoolConfig) {
      const max = query.get('max');
      super({ ...options, ...(max === null ? {} : { max: Number(max) }), ...(query.has('plain') ? { Client } : {}) });
    }
  },
});
