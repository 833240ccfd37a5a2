// Files that import each other in a circle: none of them can be read, moved or tested without the others.
import { importsOf, withoutComments } from './walls.ts'

/** By file, the files that it imports. */
type Imports = Map<string, readonly string[]>

/** Types and late imports (`await import(…)`) count too. */
export function importsAmong(files: readonly string[], textOf: (file: string) => string): Imports {
  const known = new Set(files)
  const targetsOf = (file: string) => importsOf(file, withoutComments(textOf(file))).map(({ target }) => target)
  return new Map(files.map((file) => [file, targetsOf(file).filter((target) => known.has(target))]))
}

/** The circles: of each, every file that can reach itself through it (Tarjan's strongly connected components). */
export function circles(imports: Imports): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const path: string[] = []
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return found

  /** The earliest file of the path that can be reached from this one. */
  function visit(file: string): number {
    const place = order.size
    order.set(file, place)
    path.push(file)
    let earliest = place
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target))
      else if (path.includes(target)) earliest = Math.min(earliest, order.get(target) ?? place)
    }
    if (earliest === place) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1 || imports.get(file)?.includes(file)) found.push(circle.toSorted())
    }
    return earliest
  }
}
