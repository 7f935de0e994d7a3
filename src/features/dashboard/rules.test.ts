import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import {
  badgeWordState,
  claimsState,
  helpersState,
  machineState,
  programmeState,
  registrationsState,
  roomsState,
  splitWarnings,
  standingsState,
} from './rules.ts';

const NOW = '2025-11-15T18:00:00.000Z';
const later = shownEvent({ startTime: '2025-11-15T20:00:00.000Z' });
const LATER = '2025-11-15T20:00:00.000Z';

it.each([
  [claimsState([]), 'Nothing to decide'],
  [claimsState([{ state: 'claimed' }, { state: 'approved' }, { state: 'claimed' }]), '2 to decide'],
  [standingsState({ at: null, isFrozen: false, hasCeremony: false }), 'Not frozen'],
  [standingsState({ at: 'Nov 16, 2:00 PM', isFrozen: false, hasCeremony: false }), 'Freezes on Nov 16, 2:00 PM'],
  [standingsState({ at: 'Nov 16, 2:00 PM', isFrozen: true, hasCeremony: false }), 'Frozen as of Nov 16, 2:00 PM'],
  [standingsState({ at: 'Nov 16, 2:00 PM', isFrozen: true, hasCeremony: true }), 'The ceremony has begun'],
  [programmeState([], NOW), 'No event yet'],
  [programmeState([{ ...later, status: 'completed' }], NOW), '1 event, 0 to come'],
  [programmeState([{ ...later, status: 'completed' }, later], NOW), '2 events, 1 to come'],
  [programmeState([later, { ...later, startTime: '2025-11-13T17:00:00.000Z' }], NOW), '2 events, 1 to come'],
  [roomsState({ rooms: [], mapPicture: 'plan' }, [{ id: 'plan' }]), 'No room yet'],
  [roomsState({ rooms: [1] }, [{ id: 'plan' }]), '1 room, no map'],
  [roomsState({ rooms: [1, 2], mapPicture: 'plan' }, [{ id: 'logo' }, { id: 'plan' }]), '2 rooms, with a map'],
  [roomsState({ rooms: [1, 2], mapPicture: 'plan' }, [{ id: 'logo' }]), '2 rooms, no map'],
  [roomsState({ rooms: [1, 2], mapPicture: 'plan' }, undefined), '2 rooms'],
  [helpersState([], NOW), 'Nobody has a link'],
  [helpersState([{ endsAt: NOW, devices: [1] }], NOW), 'Nobody has a link'],
  [helpersState([{ endsAt: LATER, devices: [] }], NOW), '1 link, open on 0 phones'],
  [
    helpersState(
      [
        { endsAt: LATER, devices: [1, 2] },
        { endsAt: LATER, devices: [3] },
      ],
      NOW,
    ),
    '2 links, open on 3 phones',
  ],
  [machineState([]), 'Who is unlocked, and who changed what'],
  [machineState([1]), '1 thing for the person who installed the program'],
  [badgeWordState({ badgeWord: null }), 'No word is asked for'],
  [badgeWordState({ badgeWord: 'lighthouse' }), 'New phones are asked for the word'],
  [registrationsState({ paused: true, bursts: [1] }), 'Stopped: nobody can register'],
  [registrationsState({ paused: false, bursts: [] }), 'Open, no burst'],
  [registrationsState({ paused: false, bursts: [1] }), 'Open, 1 burst'],
])('says %s', (state, expected) => {
  expect(state).toBe(expected);
});

const burst = { id: 'burst', text: 'New phones.', link: { label: 'Limits', to: '/admin/setup#registrations' } };
const disk = { id: 'disk', text: 'The disk is nearly full.' };
const toMachine = { id: 'machine', link: { label: 'Machine', to: '/admin/setup#machine' } };

it.each([
  ['no warning', [], [], []],
  ['a warning with a link', [burst], [burst], []],
  [
    'one without a link',
    [disk],
    [{ ...toMachine, text: '1 thing for the person who installed the program. Tell them.' }],
    [disk],
  ],
  [
    'both kinds',
    [disk, burst, disk],
    [burst, { ...toMachine, text: '2 things for the person who installed the program. Tell them.' }],
    [disk, disk],
  ],
])('gives organisers what they can act on, of %s', (_, warnings, toActOn, ofMachine) => {
  expect(splitWarnings(warnings)).toEqual({ toActOn, ofMachine });
});
