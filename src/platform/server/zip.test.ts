import { expect, it } from 'vitest';
import { unzipped } from '#testing/zip.ts';
import { zipOf } from './zip.ts';

const FILES = {
  'a.txt': Buffer.from('Boardwalk'),
  'pictures/b.bin': Buffer.from([0, 255, 7]),
  'empty.csv': Buffer.alloc(0),
};
const zipped = (files: Record<string, Buffer>) =>
  zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));

/** Info-ZIP's unzip and Python's zipfile read these bytes without a complaint. */
const KNOWN =
  'UEsDBBQAAAAAAAAAIQBnEuq0CQAAAAkAAAAFAAAAYS50eHRCb2FyZHdhbGtQSwMEFAAAAAAAAAAhAMOxAfIDAAAAAwAAAA4AAABwaWN0dXJlcy9iLmJpbgD' +
  '/B1BLAwQUAAAAAAAAACEAAAAAAAAAAAAAAAAACQAAAGVtcHR5LmNzdlBLAQIUABQAAAAAAAAAIQBnEuq0CQAAAAkAAAAFAAAAAAAAAAAAAAAAAAAAAABhLn' +
  'R4dFBLAQIUABQAAAAAAAAAIQDDsQHyAwAAAAMAAAAOAAAAAAAAAAAAAAAAACwAAABwaWN0dXJlcy9iLmJpblBLAQIUABQAAAAAAAAAIQAAAAAAAAAAAAAAA' +
  'AAJAAAAAAAAAAAAAAAAAFsAAABlbXB0eS5jc3ZQSwUGAAAAAAMAAwCmAAAAggAAAAAA';

it('writes an archive as other programs read it', () => {
  expect(zipped(FILES).toString('base64')).toBe(KNOWN);
  expect(unzipped(zipped(FILES))).toEqual(FILES);
});

it('writes an archive without files, and one larger than 64 KiB', () => {
  const large = { 'large.bin': Buffer.alloc(200_000, 7), 'last.txt': Buffer.from('end') };
  expect([unzipped(zipped({})), unzipped(zipped(large))]).toEqual([{}, large]);
});
