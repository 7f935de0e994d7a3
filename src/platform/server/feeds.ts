/** The feeds of the topics that screens watch. */
import { concerns } from '#platform/live.ts';
import { type Feed, openFeed, type Source } from './feed.ts';

/** `complain` is called when a list could not be read: its first change is then sent as a touch. */
export function openFeeds(
  sources: readonly Source[],
  nextPosition: () => number,
  complain: (message: string, error: Error) => void,
) {
  const feeds = new Map<string, Feed>();
  const sourceOf = (topic: string): Source | undefined => sources.find((source) => concerns(source.topic, topic));

  /**
   * Opens the feed of a topic with a source, in place of an earlier one. Where there is no such list it closes again: anybody
   * can watch topics of events that do not exist, and a touch of all of them must read none.
   */
  function open(topic: string): void {
    const source = sourceOf(topic);
    if (source === undefined) return;
    const feed = openFeed(topic, source, nextPosition());
    feeds.set(topic, feed);
    const closeIfMissing = (isList: boolean): void => {
      if (!isList && source.isFamily && feeds.get(topic) === feed) feeds.delete(topic);
    };
    feed.start().then(closeIfMissing, (error: Error) => complain(`could not read ${topic}`, error));
  }

  return {
    open,
    openAllAgain(): void {
      for (const topic of [...feeds.keys()]) open(topic);
    },
    of: (topic: string): Feed | undefined => feeds.get(topic),
    close: (topic: string): void => void feeds.delete(topic),
    /** Whether the topic's feed is open without watchers, so that a page from a moment ago gets the changes since then. */
    isAlwaysOpen: (topic: string): boolean => sourceOf(topic)?.isFamily === false,
  };
}
