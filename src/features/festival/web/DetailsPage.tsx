import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Dices from 'lucide-react/icons/dices';
import ExternalLink from 'lucide-react/icons/external-link';
import Heart from 'lucide-react/icons/heart';
import MapPin from 'lucide-react/icons/map-pin';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { Pending } from '#platform/web/ui/pending.tsx';
import type { Festival } from '../contract.ts';
import { FaqCard } from './parts/FaqCard.tsx';
import { MapLink } from './parts/MapLink.tsx';
import { faqQuery, useFestival } from './queries.ts';

const CARDS = { list: 'grid gap-4 lg:grid-cols-2', className: 'h-56 rounded-2xl' };

/** Introduces the festival to new visitors. */
export function DetailsPage() {
  const { data: faq, isError, refetch } = useQuery(faqQuery);
  return (
    <PageFrame>
      <PageTitle>DETAILS</PageTitle>
      {faq !== undefined && <Answers faq={faq} />}
      {faq === undefined && <Pending what="details" failed={isError} retry={refetch} count={5} {...CARDS} />}
    </PageFrame>
  );
}

function Answers({ faq }: { faq: Festival['faq'] }) {
  const { dates, place, address, links } = useFestival();
  return (
    <>
      <p className="max-w-3xl text-xl text-pretty [overflow-wrap:anywhere]">{faq.introduction}</p>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-6">
        <FaqCard question="What?" icon={<Dices />} colour="sea" answer={faq.what} wide>
          <Onward href="/">See the events</Onward>
        </FaqCard>
        <FaqCard question="When?" icon={<CalendarDays />} colour="sun" fact={dates} answer={faq.when} wide />
        <FaqCard question="Where?" icon={<MapPin />} colour="sky" fact={place} answer={faq.where}>
          <MapLink place={place} address={address} />
        </FaqCard>
        <FaqCard question="Who?" icon={<Users />} colour="violet" answer={faq.who}>
          <a href={links.chatCommunity} target="_blank" rel="noopener noreferrer" className={ONWARD}>
            Say hello in the chat
            <ExternalLink aria-hidden="true" className="size-4.5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </FaqCard>
        <FaqCard question="Why?" icon={<Heart />} colour="coral" answer={faq.why}>
          <Onward href="/top-gun">See the Top Gun missions</Onward>
        </FaqCard>
      </div>
    </>
  );
}

const ONWARD = 'inline-flex min-h-11 items-center gap-2 font-semibold text-sea underline-offset-4 hover:underline';

const Onward = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={ONWARD}>
    {children}
    <span aria-hidden="true">→</span>
  </Link>
);
