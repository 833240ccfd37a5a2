// Who is in a run, by the last thing that each of them did.
import type { RunAction, RunDetails } from '@bordee/core/runs/run.ts'

/** `hasLeft`: the run is over, or this operator quit it. `others`: the names of those who drive it too. */
export function peopleOf({ actions, finishedAt }: Pick<RunDetails, 'actions' | 'finishedAt'>, accountId: string | undefined) {
  const lastWords = [...Map.groupBy(actions, ({ userId }) => userId).values()].flatMap(
    (own) => own.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) ?? [],
  )
  const isOwn = ({ userId }: RunAction) => userId === accountId
  const others = lastWords.filter((last) => last.type === 'start' && !isOwn(last)).map(({ userName }) => userName)
  return { hasLeft: finishedAt !== null || lastWords.find(isOwn)?.type === 'quit', others }
}
