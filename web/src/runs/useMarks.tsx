import type { RunSite } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Mark } from './MarkForm.tsx'
import { markNames, type OfficeMark } from './runWords.ts'

type Area = RunSite['areas'][number]

const MarkForm = lazyComponent(async () => (await import('./MarkForm.tsx')).MarkForm)

/** Marks a site or one of its areas; asks first for a note and, unless all is done, the reason. */
export function useMarks(runId: string) {
  const words = { done: 'Modification sauvegardée', failed: 'Erreur lors de la sauvegarde.' }
  const site = {
    mark_as_done: useAction(runCalls.markSiteDone, words),
    mark_as_partial: useAction(runCalls.markSitePartial, words),
    mark_as_not_done: useAction(runCalls.markSiteNotDone, words),
  }
  const area = {
    mark_as_done: useAction(runCalls.markAreaDone, words),
    mark_as_partial: useAction(runCalls.markAreaPartial, words),
    mark_as_not_done: useAction(runCalls.markAreaNotDone, words),
  }
  return {
    async site({ id, siteAddress }: RunSite, type: OfficeMark) {
      const mark = await askMark(siteAddress, type)
      if (mark) site[type].mutate({ runId, runSiteId: id, ...mark })
    },
    async area({ siteAddress }: RunSite, { id, name }: Area, type: OfficeMark) {
      const mark = await askMark(`${siteAddress}, ${name}`, type)
      if (mark) area[type].mutate({ runId, siteAreaId: id, ...mark })
    },
  }
}

const askMark = (place: string, type: OfficeMark) =>
  ask<Mark | null>(`${place}\u00a0: ${markNames[type].toLowerCase()}`, null, (answer) => <MarkForm type={type} onAnswer={answer} />)
