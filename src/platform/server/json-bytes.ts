import { pauses } from './steps.ts';

/** List items written in one step. With the longest texts a step is 500 kB and takes 2 ms. */
const PER_STEP = 100;

/** Returns a value as JSON in UTF-8. A long list is written in steps. */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (!Array.isArray(value) || value.length <= PER_STEP) return Buffer.from(JSON.stringify(value));
  const rest = pauses();
  const steps: Buffer[] = [];
  for (let from = 0; from < value.length; from += PER_STEP) {
    const items = JSON.stringify(value.slice(from, from + PER_STEP)).slice(1, -1);
    steps.push(Buffer.from(`${from === 0 ? '[' : ','}${items}`));
    await rest();
  }
  return Buffer.concat([...steps, Buffer.from(']')]);
}
