-- For a new PostgreSQL database in which a dump was restored, before the program starts: psql --file=deploy/after-restore.sql
begin;
delete from admin_sessions;
delete from admin_links;
-- A dump of before there were helpers has no such table.
do $$ begin if to_regclass('helpers') is not null then delete from helpers; end if; end $$;
-- Calendars that had a later state take none with a lower SEQUENCE. 1735689600 is the beginning of 2025.
update events set
  edited_at = null,
  edit_revision = greatest(edit_revision + 1, extract(epoch from now())::integer - 1735689600);
update notices set
  became = regexp_replace(became, '"editRevision":\d+', '"editRevision":' || (extract(epoch from now())::integer - 1735689600));
commit;
