import type { CommandContext } from '#features/access/commands/writes.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/attachment.ts';
import type { Serve } from '#platform/server/serve.ts';
import { exportAudit, listAudit } from './contract.ts';
import { PAGE } from './limits.ts';
import { auditTable } from './rules/table.ts';
import { listEntries } from './store.ts';

export function auditRoutes(serve: Serve, context: CommandContext, { timeZone }: { timeZone: string }): void {
  serve(listAudit, ({ query }) => listEntries(context.db, query, PAGE));

  serve(exportAudit, async ({ query, header }) => {
    const entries = await listEntries(context.db, query);
    header(...attachment('changes.csv'));
    return writeCsv(auditTable(entries, timeZone));
  });
}
