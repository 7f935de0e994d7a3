import { counted } from '#platform/numbers.ts';
import { festivalDayHeading } from '#platform/time.ts';
import { Paper } from '#platform/web/ui/paper.tsx';
import type { FestivalEvent } from '../contract.ts';
import { type Room, timeOn } from '../rules/print-sheets.ts';
import { TYPE_LABEL } from './parts/words.ts';

type SheetProps = { day: string; zone: string; stamp: string };

/** The whole programme of a festival day. */
export const DaySheet = ({ day, events, zone, stamp }: SheetProps & { events: readonly FestivalEvent[] }) => (
  <Paper title={festivalDayHeading(day)} facts={[counted(events.length, 'event')]} stamp={stamp}>
    <table>
      <colgroup>
        <col style={{ width: '24%' }} />
        <col />
        <col style={{ width: '23%' }} />
        <col style={{ width: '18%' }} />
      </colgroup>
      <thead>
        <tr>
          <th>Time</th>
          <th>Event</th>
          <th>Room</th>
          <th>Host</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td>{timeOn(day, event, zone)}</td>
            <td>
              <strong>{event.title}</strong> <small>{TYPE_LABEL[event.eventType]}</small>
            </td>
            <td>{event.location}</td>
            <td>{event.host}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Paper>
);

/** For each room a sheet for its door. */
export const DoorSheets = ({ rooms, ...rest }: SheetProps & { rooms: readonly Room<FestivalEvent>[] }) =>
  rooms.map((room) => <DoorSheet key={room.name} room={room} {...rest} />);

const DoorSheet = ({ room, day, zone, stamp }: SheetProps & { room: Room<FestivalEvent> }) => (
  <Paper title={room.name} facts={[festivalDayHeading(day)]} stamp={stamp}>
    <ul className="door-list">
      {room.items.map((event) => (
        <li key={event.id}>
          <p>{timeOn(day, event, zone)}</p>
          <p>
            <strong>{event.title}</strong>
            {`${TYPE_LABEL[event.eventType]} · hosted by ${event.host}`}
          </p>
        </li>
      ))}
    </ul>
  </Paper>
);
