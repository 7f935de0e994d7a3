import type { CommandContext } from '#features/access/commands/writes.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { countPhones, listFor, listPublic } from './store.ts';

export function messageRoutes(serve: Serve, context: CommandContext, festival: Festival): void {
  const now = () => context.now().toISOString();
  serve(contract.listMessages, async ({ caller }) => {
    const reader = await caller();
    const messages = await listFor(context.db, reader, now());
    if (reader.staff === null) return messages;
    const urgent = messages.filter((message) => message.urgent).map(({ id }) => id);
    const phones = await countPhones(context.db, urgent);
    return messages.map((message) => ({ ...message, phones: phones.get(message.id) }));
  });
  serve(contract.listPublicMessages, async () => (await listPublic(context.db)).filter(({ endsAt }) => endsAt > now()));
  serve(contract.listMyMessages, async ({ caller }) => {
    const { visitorId } = await caller();
    if (visitorId === null) return [];
    const messages = await listFor(context.db, { visitorId, staff: null }, now());
    return messages.filter(({ audience }) => audience === 'event');
  });
  serve(contract.noteShown, async ({ body, caller }) => {
    const { deviceId } = await caller();
    if (deviceId !== null) await commands.noteShown(context, deviceId, body.ids);
  });
  serve(contract.writeMessage, async ({ body, caller, idempotency }) => {
    const inForce = await festivalInForce(context.db, festival);
    return commands.writeMessage(context, await caller(), body, inForce, idempotency);
  });
  serve(contract.editMessage, async ({ params, body, caller }) =>
    commands.editMessage(context, await caller(), params.id, body.text),
  );
  serve(contract.withdrawMessage, async ({ params, caller }) =>
    commands.withdrawMessage(context, await caller(), params.id),
  );
}
