declare module 'edmonds-blossom-fixed' {
  /**
   * Maximum weight matching of a graph with vertices 0, 1, … and edges [vertex, vertex, weight]. The answer has the
   * partner of each vertex, or −1. Weights that are whole numbers are computed exactly. `maxCardinality`: only among the
   * matchings with the most edges. It returns the empty list of edges for an empty graph.
   */
  const blossom: (edges: readonly (readonly [number, number, number])[], maxCardinality: boolean) => number[];
  export = blossom;
}
