import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import { settleStep } from './commands.ts';
import { readFirstSteps, settleFirstStep } from './contract.ts';
import { listSettled } from './store.ts';

export function firstStepRoutes(
  serve: Serve,
  context: CommandContext,
  configured: { readonly publicUrl: string | null; readonly hasOwnPassword: boolean },
): void {
  serve(readFirstSteps, async ({ origin }) => ({ ...configured, origin, settled: await listSettled(context.db) }));

  serve(settleFirstStep, async ({ body }) => settleStep(context, body));
}
