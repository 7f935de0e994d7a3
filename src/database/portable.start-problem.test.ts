import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase, freshUrl } from '#testing/database.ts';
import { addressOf, onServer } from '#testing/postgres.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { databaseProblem } from './portable.ts';

const URL_WITH_PASSWORD = 'postgres://rosa:s3cret-word@127.0.0.1:1/festival';
const errorOf = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

/** What a start says. */
async function startOn(url: string): Promise<string | null> {
  try {
    await (await connect(url, () => undefined)).close();
    return 'started';
  } catch (error) {
    return databaseProblem(error as Error, url);
  }
}

it.each([
  ['28P01', /refuses the user or the password.*%23/],
  ['28000', /sslmode=verify-full/],
  ['42501', /owner of the database/],
  ['42704', /does not know an option/],
  ['25006', /standby/],
  ['08P01', /session mode.*ignore_startup_parameters = statement_timeout/],
  ['53300', /max_connections/],
  ['57P03', /starting or stopping/],
  ['26000', /session mode/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another name/],
  ['ENOTFOUND', /^No PostgreSQL answers at 127\.0\.0\.1:1, /],
])('says what stands in the way of %s and the remedy, without the password', (code, sentence) => {
  const said = databaseProblem(errorOf(code, 'password s3cret-word'), URL_WITH_PASSWORD) ?? '';
  expect(said).toMatch(sentence);
  expect(said).toContain('DATABASE_URL');
  expect(said).not.toContain('s3cret-word');
});

it.each([
  ['The server does not support SSL connections', /Leave sslmode out/],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /has no password/],
  ['timeout exceeded when trying to connect', /it is silent/],
])('says what "%s" means', (message, sentence) => {
  expect(databaseProblem(new Error(message), URL_WITH_PASSWORD)).toMatch(sentence);
});

it.each([
  ['connect', '/no/such/.s.PGSQL.5432', /^No PostgreSQL answers at /],
  ['open', '/no/such/root.crt', /^DATABASE_URL names a file that is not there: \/no\/such\/root\.crt\.$/],
])('says of what is missing at %s', (syscall, path, sentence) => {
  const error = Object.assign(errorOf('ENOENT'), { syscall, path });
  expect(databaseProblem(error, URL_WITH_PASSWORD)).toMatch(sentence);
});

it('knows no remedy for another error, nor for one of SQLite', () => {
  expect(databaseProblem(new Error('x is not a function'), URL_WITH_PASSWORD)).toBeNull();
  expect(databaseProblem(errorOf('42501'), 'sqlite:x.db')).toBeNull();
});

it('repeats that a database is of a newer program, also of SQLite', async () => {
  const db = await freshDatabase('sqlite');
  await sql`update schema_version set version = 9999`.execute(db.db);
  const error = await migrate(db.db, 'sqlite').catch((reason: Error) => reason);
  expect(databaseProblem(error as Error, 'sqlite:x.db')).toMatch(/schema version 9999.*Use the newer program/);
});

it('says at a real PostgreSQL that there is no such database, nobody at the port, and tables of another program', async () => {
  const url = await freshUrl('postgres');
  expect(await startOn(addressOf(url, 'nowhere'))).toMatch(/no database of the name/);
  expect(await startOn(URL_WITH_PASSWORD)).toMatch(/ECONNREFUSED/);
  const other = `other_${process.pid}`;
  await onServer(addressOf(url, 'postgres'), `create database ${other}`);
  await onServer(addressOf(url, other), 'create table events (id integer)');
  expect(await startOn(addressOf(url, other))).toMatch(/tables of another program/);
  await onServer(addressOf(url, other), 'drop table events; create table schema_version (name text)');
  expect(await startOn(addressOf(url, other))).toMatch(/tables of another program/);
  await onServer(addressOf(url, 'postgres'), `drop database ${other} with (force)`);
});
