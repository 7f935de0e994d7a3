import type { CommandContext } from '#features/access/commands/writes.ts';
import { writeCsv } from '#platform/csv.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { numbersNow } from './commands.ts';
import * as contract from './contract.ts';
import { numbersTable } from './rules.ts';

export function numberRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.readNumbers, () => numbersNow(context));
  serve(contract.exportNumbers, async ({ header }) => {
    header(...attachment('numbers.csv'));
    return writeCsv(numbersTable(await numbersNow(context)));
  });
}
