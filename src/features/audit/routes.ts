import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import { listAudit } from './contract.ts';
import { listEntries } from './store.ts';

const SHOWN = 200;

export function auditRoutes(serve: Serve, context: CommandContext): void {
  serve(listAudit, () => listEntries(context.db, SHOWN));
}
