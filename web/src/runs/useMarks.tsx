import type { RunSite } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Mark } from './MarkForm.tsx'

type Area = RunSite['areas'][number]

const MarkForm = lazyComponent(async () => (await import('./MarkForm.tsx')).MarkForm)

/** Marks a site or one of its areas as done or not done; asks first for a note and, if not done, the reason. */
export function useMarks(runId: string) {
  const words = { done: 'Modification sauvegardée', failed: 'Erreur lors de la sauvegarde.' }
  const siteDone = useAction(runCalls.markSiteDone, words)
  const siteNotDone = useAction(runCalls.markSiteNotDone, words)
  const areaDone = useAction(runCalls.markAreaDone, words)
  const areaNotDone = useAction(runCalls.markAreaNotDone, words)
  return {
    async site({ id, siteAddress }: RunSite, isDone: boolean) {
      const mark = await askMark(siteAddress, isDone)
      if (mark) (isDone ? siteDone : siteNotDone).mutate({ runId, runSiteId: id, ...mark })
    },
    async area({ siteAddress }: RunSite, { id, name }: Area, isDone: boolean) {
      const mark = await askMark(`${siteAddress}, ${name}`, isDone)
      if (mark) (isDone ? areaDone : areaNotDone).mutate({ runId, siteAreaId: id, ...mark })
    },
  }
}

const askMark = (place: string, isDone: boolean) =>
  ask<Mark | null>(`${place}\u00a0: ${isDone ? 'fait' : 'non fait'}`, null, (answer) => <MarkForm isDone={isDone} onAnswer={answer} />)
