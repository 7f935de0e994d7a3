/**
 * A device's clock may be hours off and is set at any moment, so the time is the server's, from the page and the `Date`
 * of answers, counted on by the steady clock (docs/behaviour.md "The clock").
 */
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { COPIED_AT_HEADER } from '../build.ts';
import { MINUTE } from '../durations.ts';
import { zonedInput, zoneName } from '../time.ts';
import { channel } from './channel.ts';
import { deviceNow } from './device-clock.ts';
import { useHydrated } from './hydrated.ts';
import { mark, offlinePage } from './page-build.ts';
import { safeStorage } from './safe-storage.ts';

/** Clocks that differ by this much: the device's was set, or the steady one stood still in a sleeping phone. */
const JUMP_MS = 10_000;
const LOOK_MS = 5_000;
/** The server may keep a page for 30 s, and an answer for a second, as may a shared cache. `Date` has no fractions. */
const PAGE_AGE_MS = 33_000;
const ANSWER_AGE_MS = 3_000;

/** Each field: what that clock showed when the steady one showed 0. */
type Learned = {
  readonly server: number;
  readonly device: number;
  /** False until the server has answered a page whose own time may be wrong. */
  readonly isSure: boolean;
};

/** Milliseconds that the server is ahead of the device, for pages that open without network. */
const OFFSET = 'clock offset';
let learned: Learned | null = null;
/** As `device` above, when last looked at. */
let startSeen = 0;
const changes = channel();

const deviceStart = (): number => deviceNow() - performance.now();
const aheadMs = (): number => Number(mark('rehearsal') ?? 0);

/** Milliseconds; by the device's clock before startClock. */
export const now = (): number => (learned?.server ?? deviceStart()) + performance.now() + aheadMs();
export const nowIso = (): string => new Date(now()).toISOString();

/** Since the server last answered, the device's clock was set or the device slept. */
export const hasJumped = (): boolean => learned !== null && Math.abs(deviceStart() - learned.device) > JUMP_MS;

/** Until the server has confirmed the time, nothing is thrown away for its age. */
export const isTimeSure = (): boolean => learned === null || (learned.isSure && !hasJumped());

/** The time, or whether it is sure, has changed. */
export const onClockChange = changes.listen;

/** The server's clock is now between the two. */
function learn(earliest: number, latest: number, isSure: boolean): void {
  const before = learned?.server ?? deviceStart();
  const [least, most] = [earliest - performance.now(), latest - performance.now()];
  learned = { server: Math.min(Math.max(before, least), most), device: deviceStart(), isSure };
  startSeen = learned.device;
  const offset = learned.server - learned.device;
  if (isSure && Math.abs(offset - Number(safeStorage.get(OFFSET))) > 1_000) safeStorage.set(OFFSET, String(offset));
  if (Math.abs(learned.server - before) > JUMP_MS) changes.tell();
}

/** `askedAt`: the steady time at which the request began. */
export function hearTime({ headers }: Response, askedAt: number): void {
  if (learned === null || headers.has(COPIED_AT_HEADER)) return;
  const date = Date.parse(headers.get('date') ?? '');
  // Behind a proxy that leaves the date out, unsent writes would never be sent.
  if (Number.isNaN(date)) learn(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true);
  else learn(date, date + ANSWER_AGE_MS + performance.now() - askedAt, true);
}

/** Call before everything else in the browser, with the time at which the page was drawn (ISO 8601). */
export function startClock(drawnAt: string): void {
  const copy = offlinePage();
  const device = deviceNow();
  if (copy === null) {
    const drawn = Date.parse(drawnAt) - aheadMs();
    const latest = drawn + PAGE_AGE_MS + performance.now();
    // Otherwise the device's clock is wrong, or the browser has restored an old page.
    learn(drawn, latest, device >= drawn && device <= latest);
  } else {
    const offset = Number(safeStorage.get(OFFSET));
    // It is later than when the copy was made; if it does not seem so, the device's clock was set back.
    const server = Math.max(device + offset, Date.parse(copy.at)) - performance.now();
    learned = { server, device: server - offset, isSure: false };
    startSeen = deviceStart();
  }
  setInterval(() => document.hidden || look(), LOOK_MS);
  document.addEventListener('visibilitychange', () => {
    const gained = deviceStart() - startSeen;
    // The steady clock of a phone that slept has stood still. A page on screen does not sleep: there the clock was set.
    if (!document.hidden && gained > 0 && learned !== null) learned = { ...learned, server: learned.server + gained };
    look();
  });
}

function look(): void {
  const hasMoved = Math.abs(deviceStart() - startSeen) > JUMP_MS;
  startSeen = deviceStart();
  if (hasMoved) changes.tell();
}

/** For tests. */
export function forgetClock(): void {
  learned = null;
  changes.forget();
}

const TICK = 30_000;
const Now = createContext<string | null>(null);

/** The page's time while hydrating, so that both render the same; then clock.ts's, because the page may be cached. */
export function NowProvider({ initial, children }: { initial: string; children: ReactNode }) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const tick = () => startTransition(() => setNow(nowIso()));
    const onVisible = () => {
      if (!document.hidden) tick();
    };
    tick();
    const timer = setInterval(tick, TICK);
    const stopListening = onClockChange(tick);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      stopListening();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  return <Now value={now}>{children}</Now>;
}

export function useNow(): string {
  const now = useContext(Now);
  if (now === null) throw new Error('useNow needs a NowProvider above it');
  return now;
}

/** On devices in another zone, which only the device knows: rendered after hydration, so reserve space for it. */
export function ZoneNote({ zone }: { zone: string }) {
  const now = useNow();
  if (!useHydrated()) return null;
  if (zonedInput(now, zone) === deviceInput(now)) return null;
  return (
    <p className="text-sm text-mute">
      Times in {zone.replaceAll('_', ' ')} ({zoneName(now, zone)})
    </p>
  );
}

/** The device's zone may have a name that its own browser refuses. */
function deviceInput(now: string): string {
  const moment = new Date(now);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** Returns the festival's time in milliseconds, each second. */
export function useSeconds(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at;
}
