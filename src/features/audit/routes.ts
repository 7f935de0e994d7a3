import type { CommandContext } from '#features/access/commands/writes.ts';
import { writeCsv } from '#platform/csv.ts';
import { Refusal } from '#platform/refusal.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { exportAudit, listAudit, listCheckedIn, listCheckIns } from './contract.ts';
import { PAGE } from './limits.ts';
import { foldCheckIns } from './rules/check-ins.ts';
import { auditTable } from './rules/table.ts';
import { countCheckIns, listEntries, listCheckedIn as listPeople } from './store.ts';

export function auditRoutes(serve: Serve, context: CommandContext): void {
  serve(listAudit, ({ query }) => listEntries(context.db, query, PAGE));

  serve(listCheckIns, async ({ query }) => {
    const { since = '', until = '9' } = query;
    const lines = foldCheckIns(await countCheckIns(context.db, query));
    return lines.filter(({ lastAt }) => lastAt > since && lastAt <= until);
  });

  serve(listCheckedIn, async ({ params, query }) => {
    const people = await listPeople(context.db, params.id, query.hour);
    if (people === null) throw new Refusal('NOT_FOUND', 'This event is not in the programme any more.');
    return people;
  });

  serve(exportAudit, async ({ query, header }) => {
    const entries = await listEntries(context.db, query);
    header(...attachment('changes.csv'));
    return writeCsv(auditTable(entries, context.festivalFile.timeZone));
  });
}
