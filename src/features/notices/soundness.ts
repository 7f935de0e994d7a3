import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const noticeProblems = findRows([
  'a notice of no device',
  sql`select n.visitor_id || ' ' || n.id as what from notices n
    left join visitors v on v.id = n.visitor_id where v.id is null`,
]);
