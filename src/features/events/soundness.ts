import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id, whole } from '#platform/contract.ts';
import { flag, stamp } from '#platform/stored.ts';
import { EventStatus, NewEvent } from './contract.ts';
import { LATE } from './limits.ts';

const { shape } = NewEvent;

export const eventSoundness: Soundness<'events'> = {
  rows: {
    events: z.object({
      id: id(),
      title: shape.title,
      event_type: shape.eventType,
      description: shape.description,
      start_time: shape.startTime,
      duration: shape.duration,
      location: shape.location,
      host: shape.host,
      capacity: shape.capacity,
      late_minutes: whole(LATE),
      seats_taken: z.int().min(0),
      waiting: z.int().min(0),
      google_doc_url: shape.googleDocUrl,
      tournament_type: shape.tournamentType,
      status: EventStatus,
      bracket_drawn: flag(),
      bracket_decided: flag().nullable(),
      code_generation: z.int().min(1).max(1e9),
      edit_revision: z.int().min(1),
      edited_at: stamp().nullable(),
      revision: z.int().min(1),
      deleted_at: stamp().nullable(),
      completed_at: stamp().nullable(),
    }),
  },
};
