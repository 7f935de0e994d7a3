import { z } from 'zod';
import { endpoint, id, name } from '#platform/contract.ts';

export const checkIn = endpoint({
  call: 'POST /api/check-in',
  summary: 'Check in to the event of a QR code, by the name one registered with.',
  who: 'anyone',
  body: z.object({ token: z.string().min(1, 'is missing'), playerName: name() }),
  answer: z.object({ message: z.string() }),
  status: 200,
  touches: ['rsvps'],
});

/** `qrCode` is a PNG as a data URL. */
const QrCode = z.object({ qrCode: z.string() });
const params = z.object({ id: id() });

export const readQrCode = endpoint({
  call: 'GET /api/events/{id}/qr-code',
  summary: 'The event’s check-in code.',
  who: 'admin',
  params,
  answer: QrCode,
  status: 200,
  touches: [],
});

export const renewQrCode = endpoint({
  call: 'POST /api/events/{id}/qr-code',
  summary: 'A new check-in code; older ones are void.',
  who: 'admin',
  params,
  answer: QrCode,
  status: 200,
  touches: [],
});
