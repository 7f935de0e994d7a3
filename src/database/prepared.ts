/** PostgreSQL connections that prepare each statement once, so that the server does not parse and plan it each time. */
import { Client, type QueryResult } from 'pg';

/** Statements with lists of any length are many texts; beyond this number they are sent as they are. */
const MOST_NAMES = 500;
const LONGEST = 4000;
/** "cached plan must not change result type": another program changed a table. */
const STALE_PLAN = '0A000';

const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST) return known;
  named += 1;
  const name = `boardwalk_${named}`;
  names.set(text, name);
  return name;
}

/** Prepares every statement again, under another name. */
function forgetStalePlans(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === STALE_PLAN) names.clear();
  throw error;
}

type Query = (...given: unknown[]) => Promise<QueryResult>;

export class PreparingClient extends Client {
  override query = ((...given: unknown[]) => {
    const [text, values, ...callback] = given;
    const send = super.query.bind(this) as Query;
    const isStatement = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isStatement && callback.length === 0 ? nameOf(text) : undefined;
    return name === undefined ? send(...given) : send({ name, text }, values).catch(forgetStalePlans);
  }) as Client['query'];
}
