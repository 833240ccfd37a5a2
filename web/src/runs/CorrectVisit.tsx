import type { SiteVisit } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { Button } from '@mantine/core'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { ask } from '../ui/dialogs.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Correction } from './CorrectionForm.tsx'

const CorrectionForm = lazyComponent(async () => (await import('./CorrectionForm.tsx')).CorrectionForm)

/** « Corriger », or « Corrigée » once someone did: it opens what was said, and takes another correction. */
export function CorrectVisit({ visit }: { visit: SiteVisit }) {
  const can = useCan()
  const correct = useAction(runCalls.correctVisit, { done: 'Correction inscrite', failed: 'Impossible d’inscrire la correction.' })
  const isCorrected = visit.corrections.length > 0
  if (!can(runCalls.correctVisit)) return isCorrected ? 'Corrigée' : null

  async function start() {
    const correction = await ask<Correction | null>(`Corriger la visite\u00a0: ${visit.siteAddress}`, null, (answer) => (
      <CorrectionForm visit={visit} onAnswer={answer} />
    ))
    if (correction) correct.mutate({ id: crypto.randomUUID(), visitId: visit.id, ...correction })
  }

  return (
    <Button
      size="compact-sm"
      variant={isCorrected ? 'light' : 'subtle'}
      loading={correct.isPending}
      onClick={(event) => {
        event.stopPropagation() // a click on the row opens its run
        void start()
      }}
    >
      {isCorrected ? 'Corrigée' : 'Corriger'}
    </Button>
  )
}
