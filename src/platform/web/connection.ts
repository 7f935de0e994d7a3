/** The browser's `onLine` knows of the next router only (docs/behaviour.md "Without network"). */
import { useState, useSyncExternalStore } from 'react';
import { BUILD_HEADER, isLoginPage } from '#platform/build.ts';
import { channel } from './channel.ts';
import { hearTime, isTimeSure, now, onClockChange } from './clock.tsx';
import { abortAfter } from './device-clock.ts';
import { noteBuild } from './page-build.ts';

/** No network, another server's page, or no answer within the time limit. The message is for the person. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** For a form that could not be sent; undefined for every other error. */
export const unsentWords = (error: unknown): string | undefined =>
  error instanceof NoConnection ? error.message.replace(/\.$/, '; what you typed is kept here.') : undefined;

/** A hotel's login page answers every address with 200, and so does a proxy whose server is away. */
export const isOurs = (answer: Response): boolean => answer.headers.has(BUILD_HEADER);

/** A shorter loss is not shown. */
const SHOWN_AFTER_MS = 3_000;
/** A shown loss goes when the connection has held for this long, so that a flapping network does not blink. */
const STEADY_MS = 1_500;
const PROBE_PAUSES_MS = [2_000, 4_000, 8_000, 15_000];
const PROBE_TIMEOUT_MS = 5_000;

/** A login page must answer for so long before it is offered. */
const LOGIN_AFTER_MS = 10_000;

let isLost = false;
let isShown = false;
/** Milliseconds. */
let lastReached = 0;
let responses = 0;
let failedProbes = 0;
let showing: ReturnType<typeof setTimeout> | undefined;
let probing: ReturnType<typeof setTimeout> | undefined;
let isProbeDue = false;
let asking: Promise<void> | undefined;
const changes = channel();
const reconnections = channel();

export function reportResponse(): void {
  lastReached = now();
  responses += 1;
  failedProbes = 0;
  cancelProbe();
  if (!isLost) return;
  isLost = false;
  show(false, STEADY_MS);
  reconnections.tell();
}

let login: ReturnType<typeof setTimeout> | undefined;
let isLoginShown = false;

/** A login page may have answered in the server's place. */
export function reportLogin(): void {
  login ??= setTimeout(() => {
    isLoginShown = true;
    changes.tell();
  }, LOGIN_AFTER_MS);
}

/** The server answered something else than /healthz, which a single sign-on may let through. */
export function reportEntry(): void {
  clearTimeout(login);
  login = undefined;
  if (!isLoginShown) return;
  isLoginShown = false;
  changes.tell();
}

/** Call before a request; reportFailure compares. */
export const responseCount = (): number => responses;

/** `before`: responseCount before the request, because one request can hang while the server answers others. */
export function reportFailure(before = responses): void {
  if (isLost) return;
  if (before !== responses) return void probe();
  isLost = true;
  show(true, SHOWN_AFTER_MS);
  probeLater();
}

/** Asks for /healthz, and again after a pause in which the server answered nothing. */
export function probe(): Promise<void> {
  asking ??= askServer().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askServer(): Promise<void> {
  cancelProbe();
  const before = responses;
  const askedAt = performance.now();
  const asked: RequestInit = { cache: 'no-store', redirect: 'manual', signal: abortAfter(PROBE_TIMEOUT_MS) };
  const answer = await fetch('/healthz', asked).catch(() => null);
  if (answer !== null && isLoginPage(answer)) reportLogin();
  if (answer !== null && isOurs(answer)) {
    // After a restart of the server nothing else may be asked for a while.
    noteBuild(answer);
    hearTime(answer, askedAt);
    return reportResponse();
  }
  if (before === responses) {
    failedProbes += 1;
    reportFailure();
  }
  probeLater();
}

function show(loss: boolean, ms: number): void {
  clearTimeout(showing);
  if (loss === isShown) return;
  showing = setTimeout(() => {
    isShown = loss;
    changes.tell();
  }, ms);
}

function probeLater(): void {
  cancelProbe();
  isProbeDue = true;
  const ms = PROBE_PAUSES_MS[Math.min(failedProbes, PROBE_PAUSES_MS.length - 1)] ?? 0;
  // A hidden page probes when it is shown again.
  probing = setTimeout(() => document.hidden || probe(), ms);
}

function cancelProbe(): void {
  clearTimeout(probing);
  isProbeDue = false;
}

/** Call once in the browser. `pageAt` is earlier than now in an offline copy. */
export function watchConnection(pageAt: number): void {
  lastReached = Math.max(lastReached, pageAt);
  const ask = () => void (isLost || confirmTime());
  onClockChange(ask);
  ask();
  addEventListener('online', () => void probe());
  addEventListener('offline', () => void probe());
  document.addEventListener('visibilitychange', () => {
    if (isProbeDue && !document.hidden) void probe();
  });
}

/** Milliseconds. */
export const reachedAt = (): number => lastReached;

/** Asks the server where the time is not sure; false if it still is not. */
export async function confirmTime(): Promise<boolean> {
  if (!isTimeSure()) await probe();
  return isTimeSure();
}

/** False from a loss (see reportFailure) until the next answer. */
export const connectedNow = (): boolean => !isLost;

export const whenConnected = reconnections.listen;

/** For the screen: false three seconds after a loss, true when the connection holds again. */
export const useConnected = (): boolean =>
  useSyncExternalStore(
    changes.listen,
    () => !isShown,
    () => true,
  );

/** Whether to offer the way to a login page that answers in the server's place. */
export const useLogin = (): boolean =>
  useSyncExternalStore(
    changes.listen,
    () => isLoginShown,
    () => false,
  );

export function useLoss(): boolean {
  const [wasLost] = useState(() => isLost);
  return !useConnected() || wasLost;
}

/** For tests. */
export function forgetConnection(): void {
  clearTimeout(showing);
  cancelProbe();
  reportEntry();
  isLost = false;
  isShown = false;
  asking = undefined;
  lastReached = 0;
  failedProbes = 0;
  reconnections.forget();
  changes.tell();
}
