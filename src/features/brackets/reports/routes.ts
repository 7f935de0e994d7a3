import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function reportRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.listReports, async ({ caller }) => commands.listReports(context, await caller()));
  callerWrites(serve, context)(contract.reportResult, commands.reportResult);
}
