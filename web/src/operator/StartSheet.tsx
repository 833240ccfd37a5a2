import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { joinFields, type StartPreview } from '@bordee/core/runs/run.ts'
import { type RunKind, runKindNames, runKinds } from '@bordee/core/runs/run-kind.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { ask } from '../api.ts'
import type { StartChoice } from './kept.ts'
import { guessedKind, type LastStart } from './lastStart.ts'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { RouteOption } from './shown.ts'
import { readStoredStops } from './storedRoutes.ts'

interface Props {
  shift: Shift
  units: readonly string[]
  route: RouteOption
  onStart: (how: StartChoice, preview: StartPreview | null) => void
  onClose: () => void
}

/** Milliseconds to wait for the figures; without a network the start is still possible. */
const patienceMs = 4000

/** Asked once before a start, because it may alert a whole street. */
export function StartSheet({ shift, route, units, onStart, onClose }: Props) {
  const last = useLastStart(shift)
  return (
    <Sheet title={`Démarrer «\u00a0${route.name}\u00a0»?`} onClose={onClose}>
      {last !== 'not yet' && <StartForm route={route} units={units} last={last} onStart={onStart} onClose={onClose} />}
    </Sheet>
  )
}

function StartForm({ route, units, last, onStart, onClose }: Omit<Props, 'shift'> & { last: LastStart | undefined }) {
  const [kind, setKind] = useState<RunKind | null>(null)
  const [unit, setUnit] = useState(last?.unit ?? '')
  const [phone, setPhone] = useState(formatPhone(last?.phone))
  const [phoneTrouble, setPhoneTrouble] = useState('')
  const { preview, stopsCount } = usePreview(route.id, kind)
  const shownKind = kind ?? preview?.kind ?? guessedKind(last, route.id, Date.now())
  const start = (event: FormEvent) => {
    event.preventDefault()
    const read = joinFields.phone.safeParse(phone)
    if (read.success) onStart({ kind, unit: unit.trim() || null, phone: read.data ?? null }, preview ?? null)
    else setPhoneTrouble(read.error.issues[0]?.message ?? '')
  }
  return (
    <form className="form" onSubmit={start}>
      <fieldset className="kinds">
        <legend className="hidden">Ronde</legend>
        {runKinds.map((one) => (
          <button key={one} type="button" className="button" aria-pressed={shownKind === one} onClick={() => setKind(one)}>
            {runKindNames[one]}
          </button>
        ))}
      </fieldset>
      {preview?.sectorNames && (
        <p className="notice">Ronde préparée par le bureau&nbsp;: secteur {preview.sectorNames.join(' et ')} seulement.</p>
      )}
      {kind === null && !preview && <p className="quiet">Si vous ne choisissez rien, la ronde préparée par le bureau l’emporte.</p>}
      <div className="pair">
        <label>
          Unité
          <input
            value={unit}
            maxLength={20}
            placeholder="Numéro"
            autoComplete="off"
            list="units"
            onChange={(event) => setUnit(event.currentTarget.value)}
          />
          <datalist id="units">
            {units.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
        <label>
          Votre téléphone
          <input
            type="tel"
            value={phone}
            maxLength={30}
            placeholder="Facultatif"
            autoComplete="tel-national"
            aria-describedby="phone-why"
            aria-invalid={phoneTrouble !== ''}
            onChange={(event) => {
              setPhone(event.currentTarget.value)
              setPhoneTrouble('')
            }}
          />
        </label>
      </div>
      <p id="phone-why" role="status" className={phoneTrouble ? 'trouble' : 'quiet'}>
        {phoneTrouble || 'Votre numéro\u00a0: pour que le bureau vous appelle.'}
      </p>
      <Figures preview={preview} stopsCount={stopsCount} />
      <div className="stay">
        <button type="submit" className="button main huge">
          Démarrer
        </button>
        <button type="button" className="button" onClick={onClose}>
          Pas maintenant
        </button>
      </div>
    </form>
  )
}

function Figures({ preview, stopsCount }: ReturnType<typeof usePreview>) {
  const unknown = preview === null ? 'inconnu' : '…'
  const people = preview ? count(preview.peopleCount, 'personne') : unknown
  return (
    <>
      <dl className="figures">
        <dt>Arrêts</dt>
        <dd>{stopsCount ?? unknown}</dd>
        <dt>Avisées au départ</dt>
        <dd>{people}</dd>
        <dt>Coût des alertes</dt>
        <dd>{preview ? formatMoney(preview.amount) : unknown}</dd>
      </dl>
      {preview?.refusal && <p className="quiet">Personne n’est avisé. {preview.refusal}</p>}
      {preview?.siteBefore != null && (
        <p className="quiet">
          {preview.refusal ? 'Dès que ce sera permis' : 'Ensuite'}, chaque occupant est avisé{' '}
          {preview.siteBefore > 1 ? `${preview.siteBefore} arrêts avant votre passage.` : 'un peu avant votre passage.'}
        </p>
      )}
      {preview === null && <p className="quiet">Sans réseau, on ne sait pas combien de personnes seront avisées.</p>}
    </>
  )
}

function useLastStart(shift: Shift): LastStart | undefined | 'not yet' {
  const [last, setLast] = useState<LastStart | undefined | 'not yet'>('not yet')
  useEffect(() => void shift.readLastStart().then(setLast), [shift])
  return last
}

/** Undefined while the server is asked; null if it can't be reached. */
function usePreview(routeId: string, kind: RunKind | null) {
  const [preview, setPreview] = useState<StartPreview | null>()
  const [stored, setStored] = useState<number>()
  useEffect(() => {
    void readStoredStops(routeId).then((stops) => setStored(stops?.length))
    const asking = AbortSignal.timeout(patienceMs)
    let isCurrent = true
    const show = (answer: StartPreview | null) => isCurrent && setPreview(answer)
    ask(runCalls.previewStart, { id: routeId, ...(kind && { kind }) }, { signal: asking }).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [routeId, kind])
  return { preview, stopsCount: preview?.stopsCount ?? stored }
}
