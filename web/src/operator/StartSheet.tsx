import { formatMoney } from '@bordee/core/money.ts'
import type { StartPreview } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'
import { Sheet } from './Sheet.tsx'
import type { RouteOption } from './shown.ts'
import { readStoredStops } from './storedRoutes.ts'

interface Props {
  route: RouteOption
  onStart: () => void
  onClose: () => void
}

/** Milliseconds to wait for the figures; without a network the start is still possible. */
const patienceMs = 4000

/** Asked once before a start, because it may alert a whole street. */
export function StartSheet({ route, onStart, onClose }: Props) {
  const { preview, stopsCount } = usePreview(route.id)
  const unknown = preview === null ? 'inconnu' : '…'
  const people = preview ? count(preview.peopleCount, 'personne') : unknown
  return (
    <Sheet title={`Démarrer «\u00a0${route.name}\u00a0»?`} onClose={onClose}>
      <dl className="figures">
        <dt>Arrêts</dt>
        <dd>{stopsCount ?? unknown}</dd>
        <dt>Averties au départ</dt>
        <dd>{people}</dd>
        <dt>Coût des alertes</dt>
        <dd>{preview ? formatMoney(preview.amount) : unknown}</dd>
      </dl>
      {preview?.refusal && <p className="quiet">Personne n’est averti&nbsp;: {preview.refusal}</p>}
      {preview?.siteBefore != null && (
        <p className="quiet">
          Ensuite, chaque résident est averti{' '}
          {preview.siteBefore > 1 ? `${preview.siteBefore} arrêts avant votre passage.` : 'un peu avant votre passage.'}
        </p>
      )}
      {preview === null && <p className="quiet">Sans réseau, on ne sait pas combien de personnes seront averties.</p>}
      <button type="button" className="button main huge" onClick={onStart}>
        Démarrer
      </button>
      <button type="button" className="button" onClick={onClose}>
        Pas maintenant
      </button>
    </Sheet>
  )
}

/** Undefined while the server is asked; null if it can't be reached. */
function usePreview(routeId: string) {
  const [preview, setPreview] = useState<StartPreview | null>()
  const [stored, setStored] = useState<number>()
  useEffect(() => {
    void readStoredStops(routeId).then((stops) => setStored(stops?.length))
    const asking = AbortSignal.timeout(patienceMs)
    ask(runCalls.previewStart, { id: routeId }, { signal: asking }).then(setPreview, () => setPreview(null))
  }, [routeId])
  return { preview, stopsCount: preview?.stopsCount ?? stored }
}
