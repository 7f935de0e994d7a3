import type { CommandContext } from '#features/access/commands/writes.ts';
import { type StaffWriting, staffWrites } from '#features/audit/commands.ts';
import { lockEventOrThrow } from '#features/events/commands.ts';
import { readLastStart } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Serve } from '#platform/server/serve.ts';
import type { Staff } from '#platform/staff.ts';
import { tell } from '../push/commands.ts';
import { noteShown } from './commands.ts';
import * as contract from './contract.ts';
import { MOST_IN_FORCE } from './limits.ts';
import { suggestedEnd, whyNotEdit, whyNotEnd } from './rules.ts';
import * as store from './store.ts';

const withdrawnBefore = () => new Refusal('NOT_FOUND', 'This message was withdrawn already.');

/** A text is from who wrote it last: nobody puts words into another's mouth. */
const signed = ({ name, role }: Staff) => ({ by_name: name, by_role: role === 'host' ? role : 'organiser' }) as const;

type Sides = { readonly before: contract.Message | null; readonly after: contract.Message | null };

const said = ({ text, urgent, audience, endsAt }: contract.Message) => ({ text, urgent, audience, endsAt });

/** Puts a change of a message on the list of changes, and tells phones of an urgent one. Those of staff are not known. */
async function announce({ context, tx, note }: StaffWriting, action: string, { before, after }: Sides): Promise<void> {
  const message = after ?? before;
  if (message === null) return note(null);
  const { id: messageId, text: subject, urgent, audience, eventId, endsAt } = message;
  const sides = { before: before && said(before), after: after && said(after) };
  await note({ action, subject, ...sides, ...(eventId !== null && { eventId }) });
  if (!urgent || audience === 'staff') return;
  await tell(context, tx, {
    key: store.pushKey(messageId),
    kind: 'urgent',
    to: eventId === null ? 'everybody' : { eventId },
    about: { messageId },
    again: true,
    endsAt,
  });
}

export function messageRoutes(serve: Serve, context: CommandContext): void {
  const { db, newId } = context;
  const write = staffWrites(serve, context);
  const now = () => context.now().toISOString();

  serve(contract.listMessages, async ({ caller }) => {
    const reader = await caller();
    const messages = await store.listFor(db, reader, now());
    if (reader.staff === null) return messages;
    const urgent = messages.filter((message) => message.urgent).map(({ id }) => id);
    const phones = await store.countPhones(db, urgent);
    return messages.map((message) => ({ ...message, phones: phones.get(message.id) }));
  });

  serve(contract.listPublicMessages, async () => (await store.listPublic(db)).filter(({ endsAt }) => endsAt > now()));

  serve(contract.listMyMessages, async ({ caller }) => {
    const { visitorId } = await caller();
    if (visitorId === null) return [];
    const messages = await store.listFor(db, { visitorId, staff: null }, now());
    return messages.filter(({ audience }) => audience === 'event');
  });

  // For the desk: which phones show these.
  serve(contract.noteShown, async ({ caller, body }) => noteShown(context, await caller(), body.messages));

  write(contract.writeMessage, {
    async act(given) {
      const { tx, now, at, staff, body } = given;
      const { text, urgent, audience, eventId = null } = body;
      const festival = await festivalInForce(context, tx);
      const end = body.endsAt ?? suggestedEnd(urgent, now, festival, await readLastStart(tx));
      throwRefusal(whyNotEnd(end, now, festival));
      // Locked: a place that is taken meanwhile asks for messages after this one is there.
      if (eventId !== null) await lockEventOrThrow(tx, eventId);
      if ((await store.countInForce(tx, at, urgent)) >= MOST_IN_FORCE) {
        const which = urgent ? 'urgent messages' : 'messages that are not urgent';
        throw new Refusal('TOO_MANY_HERE', `${MOST_IN_FORCE} ${which} are on phones now. Withdraw some of them first.`);
      }
      const row = { id: newId(), text, urgent, audience, event_id: eventId, created_at: at, ends_at: end };
      const after = await store.addMessage(tx, { ...row, ...signed(staff) });
      await announce(given, 'message written', { before: null, after });
      return after;
    },
    async recall(tx, { id }) {
      const message = await store.findMessage(tx, id);
      if (message === null) throw new Refusal('GONE', 'This message was withdrawn in the meantime.');
      return message;
    },
  });

  // Within a minute.
  write(contract.editMessage, async (given) => {
    const { tx, now, staff, params, body, note } = given;
    const before = await store.findMessage(tx, params.id);
    if (before === null) throw withdrawnBefore();
    // The first answer may have been lost.
    if (before.text === body.text) {
      await note(null);
      return before;
    }
    throwRefusal(whyNotEdit(before, now));
    const after = await store.changeText(tx, params.id, { text: body.text, ...signed(staff) });
    if (after === null) throw withdrawnBefore();
    await announce(given, 'message edited', { before, after });
    return after;
  });

  write(contract.withdrawMessage, async (given) => {
    const before = await store.withdraw(given.tx, given.params.id, given.at);
    if (before === null) throw withdrawnBefore();
    await announce(given, 'message withdrawn', { before, after: null });
  });
}
