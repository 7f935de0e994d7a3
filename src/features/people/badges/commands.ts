import type { Db } from '#database/schema.ts';
import type { PreparedStaffWork } from '#features/audit/commands.ts';
import { newCodes } from '#features/people/users/commands.ts';
import type { OwnAccount } from '#features/people/users/contract.ts';
import { userIdFrom } from '#features/people/users/rules.ts';
import { listWithCodes, setBadge } from '#features/people/users/store/badges.ts';
import { lockByName } from '#features/people/users/store/users.ts';
import { nameKey } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { Refusal } from '#platform/refusal.ts';
import { pauses } from '#platform/server/turns.ts';
import type * as contract from './contract.ts';
import type { AttendeesCheck } from './contract.ts';
import { plan, type ReadAttendees, readAttendees } from './rules.ts';

export async function checkAttendees(db: Db, csv: string): Promise<AttendeesCheck> {
  const { rows, problems, ignored } = readAttendees(csv);
  const { planned, problems: others } = plan(rows, await listWithCodes(db));
  return {
    attendees: planned.map(({ row: { line, name }, account }) => ({
      ...{ line, name, isNew: account === undefined },
      onPhone: (account?.visitorId ?? null) !== null,
    })),
    problems: [...problems, ...others].sort((one, other) => one.line - other.line),
    ignored: [...ignored],
  };
}

function throwFirst([first]: ReadAttendees['problems']): void {
  if (first === undefined) return;
  throw new Refusal('BAD_INPUT', `Line ${first.line}: ${first.message} Nothing was imported.`, { field: 'csv' });
}

/** All or nothing. Who has an account keeps it, and its code. */
export const importAttendees: PreparedStaffWork<typeof contract.importAttendees, ReadAttendees> = {
  prepare: async ({ body }) => readAttendees(body.csv),
  async act({ context, tx, at, note, prepared: { rows, problems } }) {
    throwFirst(problems);
    const named = rows.map(({ name }) => {
      const id = userIdFrom(context.newId());
      return { id, name, nameKey: nameKey(name), score: 0 };
    });
    // Locks them, so that none gets a code or another name meanwhile.
    const locked = await lockByName(tx, named, at);
    const { planned, problems: others } = plan(rows, await listWithCodes(tx));
    throwFirst(others);
    const typed = new Set(rows.map(({ code }) => code));
    const codes = (await newCodes(tx, rows.length)).filter((code) => !typed.has(code));
    const rest = pauses();
    const people: OwnAccount[] = [];
    let given = 0;
    for (const { row, account } of planned) {
      if (account === undefined) throw new Error('an account that was locked is missing');
      const code = account.code ?? row.code ?? codes.pop() ?? '';
      const group = row.group ?? account.group ?? '';
      people.push({ id: account.id, name: account.name, code });
      if (code === account.code && group === account.group) continue;
      await setBadge(tx, account.id, { code, group });
      given += 1;
      await rest();
    }
    const added = locked.filter(({ isNew }) => isNew).length;
    const change = {
      action: 'attendees imported',
      subject: counted(given, 'badge'),
      before: null,
      after: { accounts: added, badges: given },
    };
    await note(given === 0 ? null : change);
    return people;
  },
};
