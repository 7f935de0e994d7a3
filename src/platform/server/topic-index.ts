/** Topics by the family before their colon, so that a touch finds those that it concerns without looking at the others. */

export const familyOf = (topic: string): string => topic.split(':', 1)[0] ?? '';

export function topicIndex() {
  const families = new Map<string, Set<string>>();
  return {
    add(topic: string): void {
      const family = familyOf(topic);
      const topics = families.get(family);
      if (topics === undefined) families.set(family, new Set([topic]));
      else topics.add(topic);
    },

    delete(topic: string): void {
      const family = familyOf(topic);
      const topics = families.get(family);
      topics?.delete(topic);
      if (topics?.size === 0) families.delete(family);
    },

    /** Returns the topics that a touch of `touched` concerns: itself, or every topic of its family. */
    concernedBy(touched: string): readonly string[] {
      const topics = families.get(familyOf(touched));
      if (topics === undefined) return [];
      if (!touched.includes(':')) return [...topics];
      return topics.has(touched) ? [touched] : [];
    },
  };
}
