/** A screen at a live stream, for tests without sockets. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Changes } from '#platform/server/topics.ts';

/** The part of a response that live streams use. */
export function screen(unread = 0) {
  const written: (string | Buffer)[] = [];
  const answer = Object.assign(new EventEmitter(), {
    writableLength: unread,
    ended: false,
    destroyed: false,
    write: (chunk: string | Buffer) => written.push(chunk),
    end(last?: string) {
      answer.ended = true;
      if (last !== undefined) written.push(last);
    },
    destroy() {
      answer.destroyed = true;
    },
  });
  return { answer, written, join: answer as unknown as ServerResponse };
}

export const touch = (...topics: string[]): Changes => new Map(topics.map((topic) => [topic, null]));
export const touched = (topic: string) => `event: touched\ndata: ${JSON.stringify({ topic })}`;

/** What was written, without positions. */
export const eventsOf = ({ written }: { written: readonly unknown[] }): string[] =>
  written
    .map(String)
    .join('')
    .split('\n\n')
    .map((event) => event.replace(/^id: \d+\n/, ''))
    .filter((event) => event !== '' && !event.startsWith('event: hello'));
