import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { backUpBeforeErasing, fileOf } from '#database/backup.ts';
import { type Complaint, connect } from '#database/connect.ts';
import type { Duties } from '#database/duties.ts';
import { databaseProblem } from '#database/portable.ts';
import { laterId } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { explained } from '#database/sqlite.ts';
import { HASH_COST, type PasswordContext, settlePassword } from '#features/access/commands/unlock.ts';
import { SHORT_PASSWORD } from '#features/access/rules/sessions.ts';
import { followOpening } from '#features/festival/commands.ts';
import { type FestivalRead, festivalProblems } from '#features/festival/rules/facts.ts';
import { admit, followClock, readAhead } from '#features/operations/rehearsal/commands.ts';
import { giveLooseKeys } from '#features/people/users/commands.ts';
import { clearForgottenNames } from '#features/privacy/jobs.ts';
import { decode } from '#platform/decode.ts';
import { addressOf } from '#platform/server/http.ts';
import { limitsFor } from '#platform/server/limits.ts';
import { metricsServer } from '#platform/server/metrics.ts';
import { type MovableClock, movableClock } from '#platform/server/movable-clock.ts';
import { oneAtATime } from '#platform/server/turns.ts';
import { whyYoung } from '#platform/time.ts';
import { type App, buildApp } from './app.ts';
import { keepBackups } from './backups.ts';
import { readBuilt } from './built.ts';
import { backupWarnings, diskWarnings, openFilesLimit } from './host.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { watchSchema, whyNotStarted } from './restore-festival.ts';
import { fillSample } from './sample/fill.ts';
import { readSettings, type Settings } from './settings.ts';
import { SLICES } from './slices.ts';

enableCompileCache();

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Printed without a stack trace. */
class StartProblem extends Error {}

function settingsOrProblem(): Settings {
  const settings = readSettings();
  if ('complaints' in settings)
    throw new StartProblem(`The settings cannot be used:\n  ${settings.complaints.join('\n  ')}`);
  return settings;
}

function festivalOrProblem(file: string): FestivalRead {
  let raw: unknown;
  try {
    raw = JSON.parse(decode(readFileSync(file)));
  } catch (error) {
    throw new StartProblem(`${file} cannot be read: ${explained(error as Error)}`);
  }
  const checked = festivalProblems(raw);
  if ('problems' in checked) throw new StartProblem(`${file} has mistakes:\n  ${checked.problems.join('\n  ')}`);
  return checked;
}

async function makeLogger(level: Settings['logLevel']): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level });
  const { default: pretty } = await import('pino-pretty');
  return pino({ level }, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}

/** Not to the log, which is kept and must never contain the password. */
const tell = (text: string): void => void process.stderr.write(`\n  ${text}\n\n`);

async function settleAndPrintPassword(context: PasswordContext, settings: Settings, logger: Logger): Promise<void> {
  const { adminPassword } = settings;
  if (adminPassword !== null && adminPassword.length < SHORT_PASSWORD) {
    logger.warn(`ADMIN_PASSWORD is shorter than ${SHORT_PASSWORD} characters and easy to guess.`);
  }
  const made = await settlePassword(context, adminPassword);
  if (made !== null) tell(`Admin password: ${made}\n  It is shown this once. Keep it safe.`);
}

const LONGEST_STOP_MS = 10_000;
const FOLLOWED_MS = 500;
/** Ctrl+C arrives twice, from the terminal and through npm; only a later one means "now". */
const ECHO_MS = 1000;

function stopOnSignal(app: App, logger: Logger): (reason: string) => void {
  let since: number | null = null;
  const stop = (reason: string) => {
    if (since !== null) {
      if (performance.now() - since > ECHO_MS) process.exit(1);
      return;
    }
    since = performance.now();
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    app.stop().then(
      () => logger.info('stopped'),
      (error: Error) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stop;
}

async function serveMetrics({ fastify, metrics }: App, settings: Settings, logger: Logger): Promise<void> {
  if (metrics === null || !settings.metrics?.own) return;
  const server = metricsServer(metrics, settings.metrics.token);
  fastify.addHook('onClose', () => server.close());
  await server.listen(settings.metrics.own);
  logger.info({ address: `${addressOf(server)}/metrics` }, 'serving metrics');
}

async function admitOrProblem(tx: Db, start: { isOn: boolean; isNew: boolean }): Promise<void> {
  const problem = await admit(tx, start);
  if (problem !== null) throw new StartProblem(problem);
}

/** Another instance may move the clock. Returns a function that stops following it. */
function keepFollowing(db: Db, clock: MovableClock, complain: Complaint): () => void {
  const follow = () => followClock(db, clock).catch((error) => complain('could not read the rehearsal clock', error));
  const timer = setInterval(oneAtATime(follow), FOLLOWED_MS).unref();
  return () => clearInterval(timer);
}

async function main(): Promise<void> {
  const settings = settingsOrProblem();
  const { festival, badgeWord } = festivalOrProblem(settings.festivalFile);
  const logger = await makeLogger(settings.logLevel);
  const young = whyYoung(festival.timeZone, new Date());
  if (young !== null) logger.warn(young);
  const complain = (message: string, error: Error) => logger.error({ err: error }, message);
  const isOn = settings.rehearsal;
  const problem = await whyNotStarted(settings.databaseUrl);
  if (problem !== null) throw new StartProblem(problem);
  const connection = await connect(settings.databaseUrl, complain, (tx, isNew) =>
    admitOrProblem(tx, { isOn, isNew }),
  ).catch((error: Error) => {
    const why = databaseProblem(error, settings.databaseUrl);
    throw why === null ? error : new StartProblem(why);
  });
  const machine = () => new Date();
  const clock = isOn ? movableClock(machine, await readAhead(connection.db)) : null;
  const built = await readBuilt(root, { ...settings, clock });
  const now = clock === null ? machine : clock.now;
  const database = fileOf(settings.databaseUrl);
  const backups = database === null ? null : keepBackups({ database, log: logger, now: machine });
  let jobs: Jobs | null = null;
  const app = await buildApp({
    settings,
    festival,
    badgeWord,
    connection,
    channel: settings.channel,
    logger,
    built,
    now,
    clock,
    hashCost: HASH_COST,
    // Ids begin with the time, by which new rows are found.
    newId: clock === null ? randomUUIDv7 : () => laterId(randomUUIDv7(), clock.aheadMs()),
    backUp: database === null ? null : () => backUpBeforeErasing(database, machine()),
    host: { jobs: () => jobs?.state() ?? [], openFiles: await openFilesLimit() },
    hostWarnings:
      database === null || backups === null
        ? []
        : [
            () => backupWarnings(backups.state(), festival.timeZone, { now: machine(), upMs: process.uptime() * 1000 }),
            () => diskWarnings(database),
          ],
    limits: {
      ...(settings.newVisitors === null ? {} : { newVisitors: settings.newVisitors }),
      ...(settings.streams === null ? {} : limitsFor(settings.streams)),
    },
  });
  await settleAndPrintPassword(app.context, settings, logger);
  await giveLooseKeys(app.context);
  if (connection.brandNew && settings.sampleData) await fillSample(app.context);
  jobs = startJobs(
    [...SLICES.flatMap((slice: Duties) => slice.jobs ?? []), clearForgottenNames(SLICES)],
    { ...app.context, deliver: app.deliver },
    logger,
  );
  const onClose = (stop: () => unknown) => app.fastify.addHook('onClose', async () => void (await stop()));
  app.onTold(jobs.wake);
  onClose(jobs.stop);
  if (clock !== null) onClose(keepFollowing(connection.db, clock, complain));
  if (backups !== null) onClose(backups.stop);
  const outdated = Promise.withResolvers<void>();
  if (connection.dialect === 'postgres') onClose(watchSchema(connection.db, outdated.resolve, complain));
  app.metrics?.add([...jobs.metrics, ...(backups?.metrics ?? [])]);
  await serveMetrics(app, settings, logger);
  const { port, host, socket } = settings;
  const at = socket === null ? { port, host } : { fd: socket, host };
  // Nobody must see a programme that is not open, also on the first start on a filled database.
  await followOpening(app.context);
  await app.fastify.listen({ ...at, backlog: 4096 });
  const address = settings.publicUrl ?? addressOf(app.fastify);
  tell(`${festival.name} is open at ${address}`);
  logger.info({ address, database: connection.dialect }, 'listening');
  // Otherwise written at the end, which a killed program does not reach.
  flushCompileCache();
  const stop = stopOnSignal(app, logger);
  outdated.promise.then(() => stop('a newer release has migrated the database'));
}

/** The message of a problem that has a remedy, the stack trace of any other. */
function explain(error: NodeJS.ErrnoException & { address?: string; port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is taken by another program. End that one, or choose another with PORT or METRICS_PORT.`;
  if (error.syscall === 'listen')
    return `${error.address}, port ${error.port}: this machine cannot listen there (${error.code}). Change HOST and PORT, or METRICS_HOST and METRICS_PORT.`;
  const told = explained(error);
  return error instanceof StartProblem || told !== error.message ? told : (error.stack ?? String(error));
}

main().catch((error: Error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
