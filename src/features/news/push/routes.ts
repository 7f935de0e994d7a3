import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

/** `loopback`: whether endpoints on this machine are allowed. */
export type PushFacts = { readonly publicKey: string; readonly loopback: boolean };

export function pushRoutes(serve: Serve, context: CommandContext, { publicKey, loopback }: PushFacts): void {
  serve(contract.readPushKey, async () => ({ publicKey }));

  serve(contract.subscribe, async ({ caller, body, network }) => {
    const { deviceId } = await caller();
    // An organiser's browser need not be a visitor.
    if (deviceId === null) return { kinds: [] };
    return { kinds: await commands.subscribe(context, { deviceId, network }, body, loopback) };
  });

  serve(contract.unsubscribe, async ({ caller }) => {
    const { deviceId } = await caller();
    if (deviceId !== null) await commands.unsubscribe(context, deviceId);
  });
}
