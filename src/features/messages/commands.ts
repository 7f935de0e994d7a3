import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { type CommandContext, type Write, writeAsAdmin } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { lockEventOrThrow } from '#features/events/commands.ts';
import { findEvent, isHolder, readLastStart } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Message, NewMessage } from './contract.ts';
import { MOST_IN_FORCE } from './limits.ts';
import { plainText, suggestedEnd, whyNotEdit, whyNotEnd } from './rules.ts';
import * as store from './store.ts';

type Festival = Parameters<typeof suggestedEnd>[2];

/** Tells people something, at most once per Idempotency-Key. @throws Refusal BAD_INPUT, NOT_FOUND or TOO_MANY_HERE. */
export async function writeMessage(
  context: CommandContext,
  caller: StaffCaller,
  { text, urgent, audience, eventId = null, endsAt }: NewMessage,
  festival: Festival,
  idempotency: Write['idempotency'] = null,
): Promise<Message> {
  const { answer } = await writeAsAdmin(
    context,
    { caller, idempotency, network: null, badgeWord: null },
    {
      async act(tx) {
        const now = context.now();
        const [at, end] = [now.toISOString(), endsAt ?? suggestedEnd(urgent, now, festival, await readLastStart(tx))];
        throwRefusal(whyNotEnd(end, now, festival));
        // Locked: a place that is taken meanwhile asks for messages after this one is there.
        if (eventId !== null) await lockEventOrThrow(tx, eventId);
        if ((await store.countInForce(tx, at, urgent)) >= MOST_IN_FORCE) {
          const which = urgent ? 'urgent messages' : 'messages that are not urgent';
          throw new Refusal('TOO_MANY_HERE', `${MOST_IN_FORCE} ${which} are in force. Withdraw some of them first.`);
        }
        const message = await store.addMessage(tx, {
          id: context.newId(),
          text,
          urgent,
          audience,
          event_id: eventId,
          created_at: at,
          ends_at: end,
          ...signed(caller),
        });
        await recordMessage(context, tx, caller, { action: 'message written', before: null, after: message });
        await tellPhones(context, tx, message);
        return message;
      },
      async recall(tx, { id }) {
        const message = await store.findMessage(tx, id);
        if (message === null) throw new Refusal('GONE', 'This message was withdrawn in the meantime.');
        return message;
      },
    },
  );
  return answer;
}

/** Tells phones of an urgent message, and again of an edited or a withdrawn one. Those of staff are not known. */
async function tellPhones(context: CommandContext, tx: Db, message: Message): Promise<void> {
  const { id: messageId, urgent, audience, eventId, endsAt } = message;
  if (!urgent || audience === 'staff') return;
  await context.hooks.tell(context, tx, {
    key: store.pushKey(messageId),
    kind: 'urgent',
    to: eventId === null ? 'everybody' : { eventId },
    about: { messageId },
    again: true,
    endsAt,
  });
}

/** Notes for the desk that a device shows these. Unknown ones are ignored. */
export const noteShown = ({ db }: CommandContext, deviceId: string, ids: readonly string[]): Promise<void> =>
  transact(db, (tx) => store.addShown(tx, deviceId, ids));

const WITHDRAWN = 'withdrawn';

/** An urgent message as it is now. A phone that knows one which was withdrawn is told so. */
export const sayUrgent: CommandContext['hooks']['say']['urgent'] = async ({ db }, { about, visitorId, told }) => {
  const { messageId } = JSON.parse(about) as { messageId: string };
  const message = await store.findMessage(db, messageId);
  const url = '/announcements';
  if (message === null)
    return told === null || told === WITHDRAWN
      ? null
      : {
          title: 'Withdrawn',
          body: 'The urgent message does not hold any more.',
          url,
          told: WITHDRAWN,
          kind: 'changed',
        };
  const { text, eventId, revision } = message;
  if (told === String(revision)) return null;
  const event = eventId === null ? null : await findEvent(db, eventId);
  if (eventId !== null && (event === null || !(await isHolder(db, visitorId, eventId)))) return null;
  const title = event === null ? 'Urgent' : `Urgent: ${event.title}`;
  return { title, body: plainText(text), url, told: String(revision) };
};

type Change = { readonly action: string; readonly before: Message | null; readonly after: Message | null };

/** A text is from who wrote it last: nobody puts words into another's mouth. */
const signed = ({ staff: { name, role } }: StaffCaller) =>
  ({ by_name: name, by_role: role === 'host' ? role : 'organiser' }) as const;

/** Records what was told to whom. */
function recordMessage(
  context: CommandContext,
  tx: Parameters<typeof record>[1],
  { staff }: StaffCaller,
  { action, ...sides }: Change,
): Promise<void> {
  const { text = '', eventId = null } = sides.after ?? sides.before ?? {};
  const said = (one: Message | null) =>
    one && { text: one.text, urgent: one.urgent, audience: one.audience, endsAt: one.endsAt };
  const change = { action, subject: text, before: said(sides.before), after: said(sides.after) };
  return record(context, tx, staff, { ...change, ...(eventId !== null && { eventId }) });
}

const withdrawnBefore = () => new Refusal('NOT_FOUND', 'This message was withdrawn already.');

/** Changes the text within a minute. @throws Refusal NOT_FOUND or GONE. */
export const editMessage = (context: CommandContext, caller: StaffCaller, id: string, text: string): Promise<Message> =>
  transact(context.db, async (tx) => {
    const before = await store.findMessage(tx, id);
    if (before === null) throw withdrawnBefore();
    // The first answer may have been lost.
    if (before.text === text) return before;
    throwRefusal(whyNotEdit(before, context.now()));
    const after = await store.changeText(tx, id, { text, ...signed(caller) });
    if (after === null) throw withdrawnBefore();
    await tellPhones(context, tx, after);
    await recordMessage(context, tx, caller, { action: 'message edited', before, after });
    return after;
  });

/** @throws Refusal NOT_FOUND. */
export const withdrawMessage = (context: CommandContext, caller: StaffCaller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const before = await store.withdraw(tx, id, context.now().toISOString());
    if (before === null) throw withdrawnBefore();
    await tellPhones(context, tx, before);
    await recordMessage(context, tx, caller, { action: 'message withdrawn', before, after: null });
  });
