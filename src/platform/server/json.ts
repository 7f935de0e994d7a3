/**
 * JSON with limits: UTF-8, at most `DEEPEST` levels, and large texts in steps.
 * `JSON.parse` takes 115 ms for 2 MiB of `[[[…` and cannot be interrupted.
 */
import { isUtf8 } from 'node:buffer';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  type Container,
  JsonProblem,
  JsonReader,
  notJson,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-reader.ts';
import { pauses } from './steps.ts';

/** Nesting of lists and objects. A festival's export has nine levels. */
export const DEEPEST = 32;

/** @throws JsonProblem when the bytes are not UTF-8 or have more levels than `DEEPEST`. */
export function checkJson(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new JsonProblem('The body is not valid UTF-8.');
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth > DEEPEST) throw tooDeep();
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}

const tooDeep = (): JsonProblem => new JsonProblem('The body nests lists or objects too deeply.');
const tooMany = (): JsonProblem => new JsonProblem('The body holds a list or an object that is too long.');

type Level = { readonly into: Container; key: string; held: number };

/** Elements per list, fields per object. Growing beyond that takes longer than a turn. */
const MOST = { elements: 500_000, fields: 10_000 };

/** Values read between two yields. */
const PER_STEP = 200;

/**
 * Returns the parsed value. Refuses what `JSON.parse` refuses, except a byte-order mark, and also `__proto__`,
 * `constructor.prototype` and more than `MOST` values. Yields every few microseconds.
 * @throws JsonProblem.
 */
export function* jsonInSteps(bytes: Buffer): Generator<void, unknown, void> {
  if (!isUtf8(bytes)) throw new JsonProblem('The body is not valid UTF-8.');
  const reader = new JsonReader(bytes);
  const levels: Level[] = [];
  let value: unknown;
  for (let values = 0; ; values++) {
    if (values % PER_STEP === 0 || reader.wasLong) yield;
    const opened = reader.open();
    if (opened !== null) {
      if (levels.length === DEEPEST) throw tooDeep();
      if (!reader.closes(opened)) {
        const level = { into: opened, key: '', held: 0 };
        levels.push(level);
        if (!Array.isArray(opened)) {
          while (!reader.findString()) yield;
          level.key = reader.key();
        }
        continue;
      }
      value = opened;
    } else if (reader.isString()) {
      while (!reader.findString()) yield;
      value = reader.string();
    } else value = reader.scalar();
    // A container that ends here becomes a value of its parent.
    for (;;) {
      const level = levels.at(-1);
      if (level === undefined) {
        reader.end();
        return value;
      }
      put(level, value);
      if (reader.hasNext(level.into)) {
        if (!Array.isArray(level.into)) {
          while (!reader.findString()) yield;
          level.key = reader.key();
        }
        break;
      }
      value = level.into;
      levels.pop();
      values++;
      if (values % PER_STEP === 0) yield;
    }
  }
}

function put(level: Level, value: unknown): void {
  const { into, key } = level;
  level.held += 1;
  if (level.held > (Array.isArray(into) ? MOST.elements : MOST.fields)) throw tooMany();
  if (Array.isArray(into)) into.push(value);
  else {
    const isTrap =
      key === '__proto__' || (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype'));
    if (isTrap) throw notJson();
    into[key] = value;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** List items written in one step. With the longest texts a step is 500 kB and takes 2 ms. */
const ITEMS = 100;

/** Returns a value as JSON in UTF-8. A long list is written in steps. */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (!Array.isArray(value) || value.length <= ITEMS) return Buffer.from(JSON.stringify(value));
  const rest = pauses();
  const steps: Buffer[] = [];
  for (let from = 0; from < value.length; from += ITEMS) {
    const items = JSON.stringify(value.slice(from, from + ITEMS)).slice(1, -1);
    steps.push(Buffer.from(`${from === 0 ? '[' : ','}${items}`));
    await rest();
  }
  return Buffer.concat([...steps, Buffer.from(']')]);
}
