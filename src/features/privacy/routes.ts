import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { clearVisitorCookie } from '#features/access/session.ts';
import type { Serve } from '#platform/server/serve.ts';
import { forgetVisitor } from './commands.ts';
import * as contract from './contract.ts';

export function privacyRoutes(serve: Serve, context: CommandContext, slices: readonly Duties[]): void {
  serve(contract.readBelongings, async ({ caller }) => {
    const { visitorId } = await caller();
    if (visitorId === null) return contract.NOTHING;
    const counts = await Promise.all(slices.map((slice) => slice.countOwned?.(context.db, visitorId)));
    return Object.assign({ ...contract.NOTHING, known: true }, ...counts);
  });

  serve(contract.forgetVisitor, async ({ caller, jar }) => {
    await forgetVisitor(context, slices, await caller());
    clearVisitorCookie(jar);
  });
}
