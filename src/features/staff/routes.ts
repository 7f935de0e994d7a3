/** Who works here: organisers' sessions, and helpers' links, made, extended and stopped by organisers, opened and left on helpers' devices. */
import type { Db } from '#database/schema.ts';
import { lock } from '#features/access/commands/unlock.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { endOtherSessions, nameSession } from '#features/access/contract.ts';
import { sessionWords } from '#features/access/rules/sessions.ts';
import { clearAdminCookie, hashOf, newToken } from '#features/access/session.ts';
import * as sessions from '#features/access/store/callers.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { nameEntries } from '#features/audit/store.ts';
import { findEvent, readLastStart } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { adminRequired, Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isOrganiser } from '#platform/staff.ts';
import { openDesk } from './commands.ts';
import * as contract from './contract.ts';
import { MOST_HELPERS } from './contract.ts';
import { endAfter, extendableSince, latestEnd, suggestedEnd, whyNotEnd } from './rules.ts';
import { clearDeskCookie, deskHash, giveDeskCookie } from './session.ts';
import * as store from './store.ts';

const stoppedBefore = () => new Refusal('NOT_FOUND', 'This helper was stopped already.');

export function staffRoutes(serve: Serve, context: CommandContext): void {
  const { db, now, newId } = context;
  const write = staffWrites(serve, context);

  /** Returns when a link ends, and what is stored of it: no end while it follows its event. */
  async function endOfLink(tx: Db, eventId: string | null, typedEnd: string | undefined) {
    const [event, festival] = [
      eventId === null ? null : await findEvent(tx, eventId),
      await festivalInForce(context, tx),
    ];
    if (eventId !== null && event === null) throw new Refusal('NOT_FOUND', 'There is no such event.');
    const lastStart = await readLastStart(tx);
    if (typedEnd !== undefined) throwRefusal(whyNotEnd(typedEnd, now(), latestEnd(now(), festival, lastStart)));
    const endsAt = typedEnd ?? suggestedEnd(event, now(), festival, lastStart);
    if (typedEnd !== undefined || event === null)
      return { event, endsAt, stored: { ends_at: endsAt, extended_until: null } };
    return { event, endsAt, stored: { ends_at: null, extended_until: endsAt === endAfter(event) ? null : endsAt } };
  }

  write(contract.makeHelper, async ({ tx, at, body, origin, note }) => {
    const { name, role, eventId = null, location = null } = body;
    if (eventId !== null && location !== null)
      throw new Refusal('BAD_INPUT', 'A helper works at one event or in one room, not both.', { field: 'location' });
    const { event, endsAt, stored } = await endOfLink(tx, eventId, body.endsAt);
    if ((await store.listHelpers(tx, at)).length >= MOST_HELPERS)
      throw new Refusal('TOO_MANY_HERE', `There are ${MOST_HELPERS} helpers. Stop some of them first.`);
    const [id, secret] = [newId(), newToken()];
    await tx
      .insertInto('helpers')
      .values({
        id,
        name,
        role,
        location,
        event_id: eventId,
        secret_hash: hashOf(secret),
        created_at: at,
        ...stored,
      })
      .execute();
    const after = { name, role, event: event?.title ?? null, location, endsAt };
    await note({ action: 'helper added', subject: name, before: null, after });
    return { id, name, role, eventId, location, endsAt, link: `${origin}/helper#${secret}` };
  });

  serve(contract.listHelpers, async () => {
    const desks = Map.groupBy(await store.listDesks(db), ({ helperId }) => helperId);
    const devicesOf = (helperId: string) =>
      (desks.get(helperId) ?? []).map(({ id, openedAt, lastUsedAt }) => ({ id, openedAt, lastUsedAt }));
    const helpers = await store.listHelpers(db, extendableSince(now()));
    return helpers.map((helper) => ({ ...helper, devices: devicesOf(helper.id) }));
  });

  write(contract.extendHelper, async ({ tx, at, params: { id }, body, note }) => {
    const helper = await store.findHelper(tx, id);
    if (helper === null) throw stoppedBefore();
    // The dialog offers the present end: sent unchanged it is no typed one.
    if (body.endsAt === helper.endsAt && helper.endsAt > at) return note(null);
    const { endsAt, stored } = await endOfLink(tx, helper.eventId, body.endsAt);
    const set = await tx.updateTable('helpers').set(stored).where('id', '=', id).executeTakeFirst();
    if (set.numUpdatedRows === 0n) throw stoppedBefore();
    const before = { endsAt: helper.endsAt };
    await note({ action: 'helper extended', subject: helper.name, before, after: { endsAt } });
  });

  write(contract.freeDevice, async ({ tx, params: { id }, note }) => {
    const deleted = tx.deleteFrom('helper_desks').where('id', '=', id).returning('helper_id');
    const desk = await deleted.executeTakeFirst();
    const helper = desk && (await store.findHelper(tx, desk.helper_id));
    if (!helper) throw new Refusal('NOT_FOUND', 'The desk on this device was closed already.');
    await note({ action: 'device freed', subject: helper.name, before: { role: helper.role }, after: null });
  });

  write(contract.stopHelper, async ({ tx, params: { id }, note }) => {
    // The foreign key deletes its desks.
    const deleted = tx.deleteFrom('helpers').where('id', '=', id).returning(['name', 'role']);
    const stopped = await deleted.executeTakeFirst();
    if (stopped === undefined) throw stoppedBefore();
    await note({ action: 'helper stopped', subject: stopped.name, before: stopped, after: null });
  });

  // Of access, which must not import the list of changes.
  write(nameSession, async ({ tx, staff, body: { name }, note }) => {
    await sessions.nameSession(tx, staff.sessionId, name);
    await nameEntries(tx, staff.sessionId, name);
    await note(null);
  });

  write(endOtherSessions, async ({ tx, staff, note }) => {
    const ended = await sessions.endOtherSessions(tx, staff.sessionId);
    if (ended === null) throw adminRequired();
    const subject = ended.map(sessionWords).join(', ');
    await note(ended.length === 0 ? null : { action: 'other sessions ended', subject, before: null, after: null });
  });

  serve(contract.openDesk, async ({ body, jar }) => {
    const { desk, token } = await openDesk(context, body.secret, deskHash(jar));
    if (token !== null) giveDeskCookie(jar, token);
    return desk;
  });

  serve(contract.readWork, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (staff === null) return null;
    const { name, role, scope } = staff;
    if (isOrganiser(staff)) return { name, role, ...scope, endsAt: null };
    const desk = await store.findDesk(db, deskHash(jar) ?? '', now().toISOString());
    return desk === null ? null : { name, role, ...scope, endsAt: desk.endsAt };
  });

  serve(contract.leaveWork, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (isOrganiser(staff)) {
      await lock(context, staff.sessionId);
      clearAdminCookie(jar);
    } else if (staff !== null) {
      await db.deleteFrom('helper_desks').where('id', '=', staff.sessionId).execute();
      clearDeskCookie(jar);
    }
  });
}
