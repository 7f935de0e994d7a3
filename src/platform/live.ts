/** What the server tells every open screen after a commit: the topics whose data changed. */
export type LiveMessage = { readonly topics: readonly string[] };
