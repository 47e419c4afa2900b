// Which modules every page begins with: those of the app that its first script imports, and what these import.

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface First {
  first: string;
  /** What nearly all pages have besides. */
  besides: RegExp;
}

/** Names them as a group of the bundler. What they need of other packages goes with them. */
export function groupOfFirst(name: string, { first, besides }: First): (id: string, graph: Graph) => string | null {
  let all: Set<string> | undefined;
  return (id, graph) => {
    all ??= withImports(first, graph);
    return all.has(id) || besides.test(id) ? name : null;
  };
}

const isOfApp = (id: string): boolean => id.includes('/web/src/');

function withImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || !isOfApp(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) withImports(next, graph, found);
  return found;
}
