import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { festivalDayHeading } from '#platform/time.ts';
import { Paper, PaperTable } from '#platform/web/ui/paper.tsx';
import type { FestivalEvent } from '../contract.ts';
import { type Room, timeOn } from '../rules/plan.ts';
import { TYPE_LABEL } from './EventBadges.tsx';

type SheetProps = { day: string; zone: string; stamp: string };

/** The whole programme of a festival day. */
export const DaySheet = ({ day, events, zone, stamp }: SheetProps & { events: readonly FestivalEvent[] }) => (
  <Paper title={festivalDayHeading(day)} facts={[counted(events.length, 'event')]} stamp={stamp}>
    <PaperTable
      about={festivalDayHeading(day)}
      columns={[['Time', '24%'], ['Event'], ['Room', '23%'], ['Host', '18%']]}
    >
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
    </PaperTable>
  </Paper>
);

/** For each room a sheet for its door. */
export const DoorSheets = ({ rooms, ...rest }: SheetProps & { rooms: readonly Room<FestivalEvent>[] }) =>
  rooms.map((room) => <DoorSheet key={room.name} room={room} {...rest} />);

const DoorSheet = ({ room, day, zone, stamp }: SheetProps & { room: Room<FestivalEvent> }) => (
  <Paper title={room.name} facts={[festivalDayHeading(day)]} stamp={stamp}>
    <PaperTable about={`${isolated(room.name)} · ${festivalDayHeading(day)}`} columns={[['Time', '30%'], ['Event']]}>
      {room.items.map((event) => (
        <tr key={event.id} className="door-event">
          <td>{timeOn(day, event, zone)}</td>
          <td>
            <strong>{event.title}</strong>
            {`${TYPE_LABEL[event.eventType]} · hosted by ${event.host}`}
          </td>
        </tr>
      ))}
    </PaperTable>
  </Paper>
);
