/** Screens that stay open: each reads the live stream, and opens it again when it breaks. */
import { Agent, get } from 'node:http';
import type { FestivalRecord } from './record.ts';

const AGAIN_MS = 250;

/** Opens so many streams. Returns how to close them. */
export function openStreams(origins: readonly string[], count: number, record: FestivalRecord): () => void {
  const agent = new Agent({ keepAlive: false });
  let isOpen = true;
  const open = (n: number): void => {
    if (!isOpen) return;
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      setTimeout(open, AGAIN_MS, n).unref();
    };
    const headers = { 'x-forwarded-for': `10.9.0.${n % 250}` };
    get(`${origins[n % origins.length]}/api/live?watch=events`, { agent, headers }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        record.counts.messages += text.split('\n\n').length - 1;
      });
      response.once('error', again).once('close', again);
    }).once('error', again);
  };
  for (let n = 0; n < count; n += 1) open(n);
  return () => {
    isOpen = false;
    agent.destroy();
  };
}
