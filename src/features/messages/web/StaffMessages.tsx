import { Button } from '#platform/web/ui/button.tsx';
import { MessageCard } from './parts/MessageCard.tsx';
import { understand, useNotUnderstood } from './state.ts';

/** Messages to the staff, on a helper's desk until each is understood there; urgent ones are in the band. */
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
