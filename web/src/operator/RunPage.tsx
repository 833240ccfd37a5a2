import { wallClock } from '@bordee/core/time.ts'
import { lazy, Suspense, useState } from 'react'
import { Menu } from './Menu.tsx'
import { NotDoneSheet } from './NotDoneSheet.tsx'
import { type Reception, useNap, useReceiver, useWakeLock } from './receiver.ts'
import { SelfTest } from './SelfTest.tsx'
import { Sending, waitingText } from './Sending.tsx'
import { StopList } from './StopList.tsx'
import type { Shift } from './shift.ts'
import type { OwnRun, Shown } from './shown.ts'
import { nextSteps, type Step } from './stops.ts'

const MapPane = lazy(() => import('./MapPane.tsx').then(({ MapPane: pane }) => ({ default: pane })))

const views = { now: 'Maintenant', list: 'Liste', map: 'Carte' } as const
type View = keyof typeof views

interface Props {
  shift: Shift
  shown: Shown
  run: OwnRun
  onAskConsent: () => void
}

export function RunPage({ shift, shown, run, onAskConsent }: Props) {
  const [view, setView] = useState<View>('now')
  const [isTesting, setTesting] = useState(false)
  const records = shown.consent === true
  const reception = useReceiver(records, (position) => shift.notePosition(position))
  const wakefulness = useWakeLock(true)
  const [nap, forgetNap] = useNap(records)
  const done = shown.steps.filter(({ state }) => state === 'done').length
  const handled = shown.steps.filter(({ state }) => state !== 'todo').length
  const total = shown.steps.length

  if (isTesting) return <SelfTest reception={reception} wakefulness={wakefulness} records={records} onClose={() => setTesting(false)} />
  return (
    <main className="page run">
      <header className="top">
        <h1>{run.routeName}</h1>
        <ReceptionSign reception={reception} onOpen={() => setTesting(true)} />
        <Menu shift={shift} shown={shown} run={run} onAskConsent={onAskConsent} onTest={() => setTesting(true)} />
      </header>
      <div className="progress" role="progressbar" aria-label="Avancement" aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
        <span style={{ width: `${total === 0 ? 0 : (100 * handled) / total}%` }} />
      </div>
      <p className="between">
        <span>
          {done} de {total} {done > 1 ? 'faits' : 'fait'}
        </span>
        <span data-waiting={shown.waiting.reports > 0 || shown.link !== 'up' || undefined}>{waitingText(shown.waiting, shown.link)}</span>
      </p>
      <Sending shown={shown} />
      {nap && (
        <p role="alert" className="notice">
          Le téléphone s’est endormi de {hourOf(nap.from)} à {hourOf(nap.to)}&nbsp;: aucune position n’a été enregistrée. Gardez cette page
          à l’écran.{' '}
          <button type="button" className="link" onClick={forgetNap}>
            Compris
          </button>
        </p>
      )}
      {view === 'now' && <Now shift={shift} steps={shown.steps} isMade={run.isMade} />}
      {view === 'list' && <StopList shift={shift} steps={shown.steps} />}
      {view === 'map' && (
        <Suspense fallback={<p role="status">Chargement de la carte…</p>}>
          <MapPane steps={shown.steps} position={reception.is === 'good' ? reception.position : null} />
        </Suspense>
      )}
      <nav className="views" aria-label="Vues">
        {(Object.keys(views) as View[]).map((one) => (
          <button key={one} type="button" aria-current={view === one ? 'page' : undefined} onClick={() => setView(one)}>
            {views[one]}
          </button>
        ))}
      </nav>
    </main>
  )
}

const hourOf = (at: number) => wallClock(new Date(at), Intl.DateTimeFormat().resolvedOptions().timeZone).time

/** The next stop, large and first, with its two buttons, and the stop after it. */
function Now({ shift, steps, isMade }: { shift: Shift; steps: Step[]; isMade: boolean }) {
  const [leaving, setLeaving] = useState<Step | null>(null)
  const [now, then] = nextSteps(steps)
  if (steps.length === 0)
    return (
      <p className="card" role="status">
        {isMade ? 'Ce trajet n’a aucun point de service.' : 'Les points de service arrivent dès que le réseau revient.'}
      </p>
    )
  if (!now)
    return (
      <section className="card here">
        <p className="big">Tout est fait.</p>
        <p>Quittez la tournée par le menu, ou revoyez la liste.</p>
      </section>
    )
  return (
    <>
      <section className="card here" aria-live="polite" aria-label="Prochain arrêt">
        <p className="quiet">Maintenant · {now.area.name}</p>
        <p className="big">{now.stop.address}</p>
        <p className="quiet">{now.stop.customerName}</p>
        {(now.area.notes ?? now.stop.notes) && <p>{now.area.notes ?? now.stop.notes}</p>}
      </section>
      <button
        type="button"
        className="button main huge"
        onClick={() => void shift.mark(now, { type: 'mark_as_done', reason: null, note: null })}
      >
        ✓ Marquer comme fait
      </button>
      <button type="button" className="button huge" onClick={() => setLeaving(now)}>
        Pas fait / problème
      </button>
      {then && (
        <section className="card" aria-label="Arrêt suivant">
          <p className="quiet">Ensuite · {then.area.name}</p>
          <p className="next">{then.stop.address}</p>
        </section>
      )}
      {leaving && <NotDoneSheet shift={shift} step={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

const signs: Record<Exclude<Reception['is'], 'good'>, string> = {
  off: 'GPS éteint',
  searching: 'GPS…',
  forbidden: 'GPS interdit',
  lost: 'Sans signal',
}

function ReceptionSign({ reception, onOpen }: { reception: Reception; onOpen: () => void }) {
  const text = reception.is === 'good' ? `GPS ±${Math.round(reception.position.accuracy ?? 0)} m` : signs[reception.is]
  return (
    <button type="button" className="reception" data-is={reception.is} onClick={onOpen} aria-label={`${text}. Ouvrir l’autotest`}>
      {text}
    </button>
  )
}
