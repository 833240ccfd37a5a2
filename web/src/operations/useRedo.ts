import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { BoardItem, BoardRound, OperationSite } from '@bordee/core/operations/board.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useAction } from '../calls.ts'
import type { Truck } from '../runs/truck.ts'
import { askText } from '../ui/dialogs.tsx'
import { askRun } from './askRun.tsx'
import { nearestRuns } from './nearestRuns.ts'

interface Known {
  operationId: string
  rounds: readonly BoardRound[]
  sites: readonly OperationSite[]
  trucks: readonly Truck[]
}

type Items = readonly BoardItem[]
export type Redo = ReturnType<typeof useRedo>

export const idsOf = (items: Items) => [...new Set(items.map(({ siteId }) => siteId))]
const nameOf = (items: Items) =>
  items.length === 1 ? (items[0]?.siteAddress ?? '') : count(items.length, 'point de service', 'points de service')

/** What the office does with sites that someone must deal with. `after` runs when it is done. */
export function useRedo({ operationId: id, rounds, sites, trucks }: Known, after: () => void) {
  const add = useAction(runCalls.addStops, { done: 'Ajouté à la tournée.', failed: 'Impossible d’ajouter à la tournée.', after })
  const create = useAction(boardCalls.createRedoRun, {
    done: 'Reprise créée\u00a0: n’importe quel chauffeur peut la prendre.',
    failed: 'Impossible de créer la reprise.',
    after,
  })
  const decide = useAction(operationCalls.decideSite, { done: 'Non requis dans cette opération.', failed: 'Impossible d’enregistrer.' })
  const settle = useAction(operationCalls.settleSiteRequest, { failed: 'Impossible de classer la demande.', after })
  return {
    isBusy: add.isPending || create.isPending || decide.isPending || settle.isPending,
    async add(items: Items, place: 'next' | 'end') {
      const places = items.flatMap(({ location }) => location ?? [])
      const title = `${place === 'next' ? 'Prochain arrêt' : 'À la fin'}\u00a0: ${nameOf(items)}`
      const runId = await askRun(title, nearestRuns(places, { rounds, sites, trucks }))
      if (runId) add.mutate({ id: runId, siteIds: idsOf(items), place })
    },
    // The id is made here: a press that is sent twice makes one run.
    createRun: (items: Items) => create.mutate({ id, runId: crypto.randomUUID(), siteIds: idsOf(items) }),
    async setUnneeded(items: Items) {
      const reason = await askText({ title: `Non requis\u00a0: ${nameOf(items)}`, label: 'Raison', confirm: 'Non requis' })
      if (!reason) return
      for (const siteId of idsOf(items)) await decide.mutateAsync({ id, siteId, required: false, reason })
      after()
    },
    settle: (requestId: string) => settle.mutate({ id, requestId }),
  }
}
