/** kill -9 during uploads of scores: afterwards all of an upload is there, or nothing. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#database/schema.ts';
import { halfUploads } from '#testing/soundness.ts';
import { startProgram, unlock } from '../../program.ts';
import { randomFrom } from '../../random.ts';
import { inFolder, plural, shorten, within } from '../../rig.ts';
import { look, soundness } from '../checker.ts';
import { type Ledger, newLedger } from '../ledger.ts';
import type { Options, Scenario } from '../scenario.ts';

/** Several statements long. */
const ROWS = 1700;
const ORGANISERS = 2;
const PATIENCE_MS = 10_000;

const upload = (number: number) => ({
  call: 'POST /api/users/bulk-scores',
  body: {
    updates: Array.from({ length: ROWS }, (_, index) => ({ name: `Player ${index}`, score: number })),
    fileName: `${number}.csv`,
    fileType: 'csv',
  },
});

const numberOf = (body: unknown): number => Number.parseInt((body as { fileName: string }).fileName, 10);

/** Reads what an upload writes besides scores: its history row and its audit entry. */
async function written(db: Db): Promise<{ uploads: number[]; audited: number[]; scores: number[] }> {
  const uploads = await db.selectFrom('bulk_uploads').select('file_name').orderBy('uploaded_at').execute();
  const audited = await db
    .selectFrom('audit_entries')
    .select('subject')
    .where('action', '=', 'scores uploaded')
    .execute();
  const scores = await db.selectFrom('users').select('score').distinct().execute();
  return {
    uploads: uploads.map((row) => Number.parseInt(row.file_name, 10)),
    audited: audited.map((row) => Number.parseInt(row.subject, 10)),
    scores: scores.map(({ score }) => score),
  };
}

async function judge(url: string, ledger: Ledger): Promise<string[]> {
  return look(url, async (db) => {
    const { uploads, audited, scores } = await written(db);
    const acknowledged = ledger.entries.filter(({ outcome }) => outcome === 'ok').map(({ body }) => numberOf(body));
    const possible = ledger.entries
      .filter(({ outcome }) => outcome === 'ok' || outcome === 'unknown')
      .map(({ body }) => numberOf(body));
    const broken = ledger.entries.filter(
      ({ outcome, status }) => outcome === 'broken' || (outcome === 'refused' && status !== 503),
    );
    return [
      ...(await halfUploads(db, 'Player %', ROWS)),
      ...acknowledged.filter((one) => !uploads.includes(one)).map((one) => `acknowledged but not there: ${one}.csv`),
      ...uploads.filter((one) => !possible.includes(one)).map((one) => `nobody sent ${one}.csv`),
      ...uploads.filter((one) => !audited.includes(one)).map((one) => `not in the audit: ${one}.csv`),
      ...audited.filter((one) => !uploads.includes(one)).map((one) => `in the audit alone: ${one}.csv`),
      ...scores.filter((one) => !uploads.includes(one)).map((one) => `scores of ${one}.csv, which was not kept`),
      ...broken.map(({ status, answer }) => `answered ${status}: ${answer.slice(0, 200)}`),
    ];
  });
}

async function run({ rounds, seed }: Options) {
  return inFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'uploads.db')}`;
    const random = randomFrom(seed);
    const problems: string[] = [];
    const ledger = newLedger();
    let number = 0;
    let midway = 0;
    let server = await startProgram({ databaseUrl: url });
    const cookie = await unlock(server.origin);
    const organiser = async (): Promise<void> => {
      for (;;) {
        number += 1;
        const { outcome } = await ledger.send(server.origin, { ...upload(number), cookie });
        if (outcome === 'unknown' || outcome === 'unreached') return;
      }
    };
    for (let round = 0; round < rounds; round += 1) {
      const before = ledger.count('unknown');
      const uploading = Array.from({ length: ORGANISERS }, organiser);
      // Every other time an upload was acknowledged since the start and another is in progress.
      const kept = ledger.count('ok');
      if (round % 2 === 1) await within(PATIENCE_MS, async () => ledger.count('ok') > kept);
      await pause(random.between(5, 150));
      await server.kill();
      await Promise.all(uploading);
      if (ledger.count('unknown') > before) midway += 1;
      server = await startProgram({ databaseUrl: url });
      problems.push(...(await judge(url, ledger)));
    }
    problems.push(...(await soundness(url)));
    await server.kill();
    ledger.close();
    const kept = (await look(url, written)).uploads.length;
    return {
      figure:
        `${plural(rounds, 'kill')}, ${midway} in the middle of an upload of ${ROWS} rows; ${ledger.count('ok')} acknowledged, ` +
        `${ledger.count('unknown')} unknown, of which ${kept - ledger.count('ok')} were kept whole; ${problems.length} half or lost`,
      problems: shorten(problems),
    };
  });
}

export const killUploads: Scenario = {
  name: 'kill-uploads',
  goal: 'kill -9 in uploads of scores: each is stored completely or not at all',
  short: 2,
  long: 60,
  run,
};
