import { transact } from '#database/connect.ts';
import type { World } from '#features/access/commands.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventChange, EventStatus, FestivalEvent, NewEvent } from './contract.ts';
import { canChangeCapacity, canChangeTournament, canMoveTo } from './rules.ts';
import * as store from './store.ts';

export const noSuchEvent = (): Refusal => new Refusal('NOT_FOUND', 'This event is not in the programme any more.');

const refuse = (verdict: Verdict): void => {
  if (verdict !== null) throw verdict;
};

export const createEvent = (world: World, event: NewEvent): Promise<FestivalEvent> =>
  transact(world.db, (tx) => store.addEvent(tx, world.newId(), event));

/** @throws Refusal NOT_FOUND, CAPACITY_TAKEN or BRACKET_DRAWN. */
export const editEvent = (world: World, id: string, change: EventChange): Promise<FestivalEvent> =>
  transact(world.db, async (tx) => {
    const held = await store.holdEvent(tx, id);
    if (held === null) throw noSuchEvent();
    const { event, bracketDrawn } = held;
    refuse(canChangeCapacity(change.capacity ?? event.capacity, event.currentRegistrations));
    refuse(canChangeTournament(event.tournamentType, change.tournamentType, bracketDrawn));
    return Object.keys(change).length === 0 ? event : store.changeEvent(tx, id, change);
  });

/** @throws Refusal NOT_FOUND or STATUS_ORDER. */
export const changeStatus = (world: World, id: string, status: EventStatus): Promise<FestivalEvent> =>
  transact(world.db, async (tx) => {
    const held = await store.holdEvent(tx, id);
    if (held === null) throw noSuchEvent();
    refuse(canMoveTo(held.event.status, status));
    return store.setStatus(tx, id, status);
  });

/** @throws Refusal NOT_FOUND. */
export const deleteEvent = (world: World, id: string): Promise<void> =>
  transact(world.db, async (tx) => {
    if (!(await store.removeEvent(tx, id))) throw noSuchEvent();
  });
