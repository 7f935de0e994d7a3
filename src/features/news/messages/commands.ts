import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { findEvent, isHolder } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { HOUR } from '#platform/durations.ts';
import type { Caller } from '#platform/server/caller.ts';
import { plainText, type Shown, shownNow, suggestedEnd } from './rules.ts';
import * as store from './store.ts';

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

/** Every page says this within seconds of an urgent message: one that holds nothing here costs no transaction. */
export async function noteShown(context: CommandContext, caller: Caller, shown: readonly Shown[]): Promise<void> {
  const { deviceId } = caller;
  if (deviceId === null) return;
  await transact(context.db, async (tx) =>
    store.addShown(tx, deviceId, shownNow(shown, await store.listFor(tx, caller, context.now().toISOString()))),
  );
}

/** Messages of a sample festival, the newest first, an hour apart. */
export async function writeForProgram(context: CommandContext, texts: readonly string[]): Promise<void> {
  const now = context.now();
  const endsAt = suggestedEnd(false, now, await festivalInForce(context));
  const from = { audience: 'everybody', event_id: null, by_name: 'Mira', by_role: 'organiser' } as const;
  await transact(context.db, async (tx) => {
    for (const [index, text] of texts.entries()) {
      const created_at = new Date(now.getTime() - (index + 1) * HOUR).toISOString();
      await store.addMessage(tx, { ...from, id: context.newId(), text, urgent: false, created_at, ends_at: endsAt });
    }
  });
}
