import { Button } from '#platform/web/ui/button.tsx';
import { MessageCard } from './parts/MessageCard.tsx';
import { understand, useNotUnderstood } from './state.ts';

/** What the staff are told, on a helper's desk until it is understood there; urgent messages are in the band. */
export const StaffMessages = ({ zone }: { zone: string }) =>
  useNotUnderstood()
    .filter(({ audience, urgent }) => audience === 'staff' && !urgent)
    .map((message) => (
      <MessageCard key={message.id} message={message} zone={zone}>
        <Button className="justify-self-start" onClick={() => understand(message)}>
          Understood
        </Button>
      </MessageCard>
    ));
