/** Files that look like backups and contain what this program never writes. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restoreFestival } from '../../../src/app/server/restore-festival.ts';
import { inFolder } from '../../rig.ts';
import { type Check, check, type Scenario } from '../scenario.ts';
import { add, newTally } from '../wire.ts';

type Restore = (backup: string, database: string) => Promise<unknown>;

const ours: Restore = (backup, database) => restoreFestival(backup, database, new Date(), { keepSecret: false });

/** For the control without the guard. */
const careless: Restore = async (backup, database) => copyFileSync(backup, database);

/** What is changed in the file, and the word by which the refusal names it. */
const FOREIGN: readonly { what: string; sql: string; named: string }[] = [
  { what: 'a trigger', sql: 'create trigger evil after insert on users begin delete from rsvps; end', named: 'evil' },
  { what: 'a view', sql: 'create view everybody as select player_name, player_email from rsvps', named: 'everybody' },
  { what: 'a foreign table', sql: 'create table loot (name text) strict', named: 'loot' },
  { what: 'a foreign index', sql: 'create index slow on events (description)', named: 'slow' },
  { what: 'a time that is none', sql: setFirst('start_time', 'garbage'), named: 'events' },
  { what: 'a link that is a script', sql: setFirst('google_doc_url', 'javascript:alert(1)'), named: 'events' },
];

function setFirst(column: string, value: string): string {
  return `update events set ${column} = '${value}' where id = (select min(id) from events)`;
}

const secretIn = (file: string): unknown => {
  const database = new DatabaseSync(file);
  try {
    return database.prepare("select value from meta where key = 'secret'").get()?.value;
  } finally {
    database.close();
  }
};

/**
 * Copies the database, changes the copy with `sql` and restores it into `into`. Returns why it was refused, or null.
 */
async function tryIn(folder: string, database: string, sql: string, into: string, restore: Restore) {
  const backup = join(folder, 'backup.db');
  copyFileSync(database, backup);
  const changed = new DatabaseSync(backup);
  changed.exec(`pragma ignore_check_constraints = on; ${sql}`);
  changed.close();
  return restore(backup, join(folder, into)).then(
    () => null,
    (error: Error) => error.message,
  );
}

async function judgeRestore(database: string, restore: Restore): Promise<{ checks: Check[]; refused: number }> {
  return inFolder(async (folder) => {
    const copy = join(folder, 'whole.db');
    const source = new DatabaseSync(database);
    source.prepare('vacuum into ?').run(copy);
    source.close();
    const checks: Check[] = [];
    for (const { what, sql, named } of FOREIGN) {
      const refusal = await tryIn(folder, copy, sql, 'refused.db', restore);
      const line = refusal?.split('\n').find((one) => one.includes(named));
      checks.push(check(`${what} is refused and named`, line?.trim() ?? refusal ?? 'restored', line !== undefined));
    }
    const refused = checks.filter(({ ok }) => ok).length;
    const honest = await tryIn(folder, copy, 'select 1', 'honest.db', restore);
    checks.push(check('an honest backup is restored', honest ?? 'yes', honest === null));
    const known = "update meta set value = 'known to somebody' where key = 'secret'";
    const replaced = await tryIn(folder, copy, known, 'honest.db', restore);
    const kept = replaced === null && secretIn(join(folder, 'honest.db')) === 'known to somebody';
    checks.push(check('a foreign secret is not taken over', kept ? 'taken over' : 'no', !kept));
    return { checks, refused };
  });
}

export const restore: Scenario = {
  name: 'restore',
  goal: 'a file with anything foreign in it is refused',
  seconds: 1,
  async attack({ databaseUrl, lifted }) {
    const { checks, refused } = await judgeRestore(databaseUrl.slice('sqlite:'.length), lifted ? careless : ours);
    const sent = newTally('restore of a foreign file (400: refused)');
    for (let n = 0; n < FOREIGN.length; n += 1) add(sent, n < refused ? 400 : 200);
    return { sent: [sent], checks };
  },
};
