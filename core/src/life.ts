// A life is a table: for each state, the events it allows and the state each leads to. Anything else is not allowed.

export type Moves<S extends string, E extends string> = { readonly [State in S]: { readonly [Event in E]?: S } }

export interface Life<S extends string, E extends string> {
  readonly states: readonly S[]
  /** The state after `event`; undefined if not allowed. */
  after(state: S, event: E): S | undefined
  /** The states that allow `event`. */
  from(event: E): S[]
  /** The state that `event` leads to, from any state. */
  to(event: E): S
}

/** Every event leads to exactly one state; any other table throws at once. */
export function life<S extends string, E extends string>(events: readonly E[], moves: Moves<S, E>): Life<S, E> {
  const states = Object.keys(moves) as S[]
  const from = (event: E) => states.filter((state) => moves[state][event] !== undefined)
  const ends = new Map(events.map((event) => [event, endOf(event, new Set(from(event).flatMap((state) => moves[state][event] ?? [])))]))
  return {
    states,
    after: (state, event) => moves[state][event],
    from,
    to: (event) => ends.get(event) as S,
  }
}

function endOf<S extends string>(event: string, ends: ReadonlySet<S>): S {
  const [end] = ends
  if (end === undefined || ends.size > 1) throw new Error(`${event} leads to ${[...ends].join(' and ') || 'nowhere'}`)
  return end
}
