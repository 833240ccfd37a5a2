import type { RestOfRun, StopPlace } from '@bordee/core/operations/added-distance.ts'
import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { BoardItem, BoardRound } from '@bordee/core/operations/board.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import type { RefObject } from 'react'
import { useAction } from '../calls.ts'
import type { Truck } from '../runs/truck.ts'
import { askText, confirm } from '../ui/dialogs.tsx'
import { askRun, placeNames } from './askRun.tsx'
import { isOut } from './boardWords.ts'

interface Known {
  operationId: string
  rounds: readonly BoardRound[]
  trucks: RefObject<readonly Truck[]>
}

type Items = readonly BoardItem[]
export type Redo = ReturnType<typeof useRedo>

export const idsOf = (items: Items) => [...new Set(items.map(({ siteId }) => siteId))]
const nameOf = (items: Items) =>
  items.length === 1 ? (items[0]?.siteAddress ?? '') : count(items.length, 'point de service', 'points de service')

const runsOf = (rounds: readonly BoardRound[], trucks: readonly Truck[]): RestOfRun[] =>
  rounds.filter(isOut).flatMap(({ runId, nextStop, lastStop }) => {
    const truck = trucks.find((one) => one.runId === runId) ?? null
    return runId === null ? [] : [{ runId, truck, nextStop, lastStop }]
  })

/** Another dispatcher gave it to another truck meanwhile. */
const isGivenAlready = (error: unknown): error is Problem => error instanceof Problem && error.body.code === 'given-already'

/** Asks whether to go on although one of the sites was given away. */
async function insist(error: unknown, how: string, goOn: () => void) {
  if (!isGivenAlready(error)) return
  if (await confirm({ title: `${how} quand même?`, message: error.message, confirm: `${how} quand même` })) goOn()
}

/** What the office does with sites that someone must deal with. `after` runs when it is done. */
export function useRedo({ operationId: id, rounds, trucks }: Known, after: () => void) {
  const add = useAction(runCalls.addStops, {
    done: 'Ajouté à la tournée.',
    failed: (error) => (isGivenAlready(error) ? null : 'Impossible d’ajouter à la tournée.'),
    after,
  })
  const create = useAction(boardCalls.createRedoRun, {
    done: 'Reprise créée\u00a0: n’importe quel opérateur peut la prendre.',
    failed: (error) => (isGivenAlready(error) ? null : 'Impossible de créer la reprise.'),
    after,
  })
  const decide = useAction(operationCalls.decideSite, { done: 'Non requis dans cette opération.', failed: 'Impossible d’enregistrer.' })
  const settle = useAction(operationCalls.settleSiteRequest, { failed: 'Impossible de classer la demande.', after })
  return {
    isBusy: add.isPending || create.isPending || decide.isPending || settle.isPending,
    async add(items: Items, place: StopPlace) {
      const { detours } = await import('@bordee/core/operations/added-distance.ts')
      const sites = [...new Map(items.map((item) => [item.siteId, item])).values()]
      const found = detours(sites, runsOf(rounds, trucks.current))
      const chosen = await askRun(`${placeNames[place]}\u00a0: ${nameOf(items)}`, { place, detours: found, rounds })
      if (!chosen) return
      const stops = { id: chosen.runId, siteIds: chosen.siteIds, place: chosen.place }
      const goOn = () => add.mutate({ ...stops, evenIfGiven: true })
      add.mutate(stops, { onError: (error) => void insist(error, 'Ajouter', goOn) })
    },
    // The id is made here: a press that is sent twice makes one run.
    createRun(items: Items) {
      const order = { id, runId: crypto.randomUUID(), siteIds: idsOf(items) }
      const goOn = () => create.mutate({ ...order, evenIfGiven: true })
      create.mutate(order, { onError: (error) => void insist(error, 'Créer', goOn) })
    },
    async setUnneeded(items: Items) {
      const reason = await askText({ title: `Non requis\u00a0: ${nameOf(items)}`, label: 'Raison', confirm: 'Non requis' })
      if (!reason) return
      for (const siteId of idsOf(items)) await decide.mutateAsync({ id, siteId, required: false, reason })
      after()
    },
    settle: (requestId: string) => settle.mutate({ id, requestId }),
  }
}
