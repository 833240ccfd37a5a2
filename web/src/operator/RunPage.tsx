import { isEnough } from '@bordee/core/runs/completion.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { hourOf } from './clock.ts'
import { Menu } from './Menu.tsx'
import { Now } from './Now.tsx'
import { useNews } from './news.ts'
import { OfficeNews } from './OfficeNews.tsx'
import { type Reception, useNap, useReceiver, useWakeLock } from './receiver.ts'
import { SelfTest } from './SelfTest.tsx'
import { Sending, waitingText } from './Sending.tsx'
import { StopList } from './StopList.tsx'
import type { Shift } from './shift.ts'
import type { OwnRun, Shown } from './shown.ts'
import { isToServe } from './stops.ts'
import { Undo } from './Undo.tsx'
import { RunRetry, Unsent } from './Unsent.tsx'
import { progressOf, roundName } from './words.ts'

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
  useNews(shift, shown)
  const done = shown.steps.filter((step) => isEnough(step, run.kind)).length
  const handled = shown.steps.filter(({ state }) => state !== 'todo').length
  const total = shown.steps.filter(isToServe).length
  const position = reception.is === 'good' ? reception.position : null

  if (isTesting) return <SelfTest reception={reception} wakefulness={wakefulness} records={records} onClose={() => setTesting(false)} />
  return (
    <main className="page run" data-full={shown.isFull || undefined}>
      <header className="top">
        <div>
          <h1>{run.routeName}</h1>
          <p className="quiet">{roundName(run)}</p>
        </div>
        <ReceptionSign reception={reception} onOpen={() => setTesting(true)} />
        <Menu shift={shift} shown={shown} run={run} onAskConsent={onAskConsent} onTest={() => setTesting(true)} />
      </header>
      <div className="progress" role="progressbar" aria-label="Avancement" aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
        <span style={{ width: `${total === 0 ? 0 : (100 * handled) / total}%` }} />
      </div>
      <p className="between">
        <span>{progressOf(shown.steps, run.kind)}</span>
        <span data-waiting={shown.waiting.reports + shown.stuck.length + shown.photos.length > 0 || shown.link !== 'up' || undefined}>
          {waitingText(shown)}
        </span>
      </p>
      <Sending shown={shown} />
      <OfficeNews shift={shift} run={run} />
      {view !== 'list' && <Refused shift={shift} shown={shown} run={run} />}
      {nap && (
        <p role="alert" className="notice">
          Le téléphone s’est endormi de {hourOf(nap.from)} à {hourOf(nap.to)}&nbsp;: aucune position n’a été enregistrée. Gardez cette page
          à l’écran.{' '}
          <button type="button" className="link" onClick={forgetNap}>
            Compris
          </button>
        </p>
      )}
      {view === 'now' && (
        <Now shift={shift} steps={shown.steps} run={run} position={position} officePhone={shown.who?.officePhone} photos={shown.photos}>
          <Undo shift={shift} shown={shown} />
        </Now>
      )}
      {view === 'list' && <Unsent shift={shift} shown={shown} />}
      {view === 'list' && <StopList shift={shift} steps={shown.steps} showsAdded={!run.isRedo} photos={shown.photos} position={position} />}
      {view === 'map' && (
        <MapOnline isOffline={shown.link === 'later'}>
          <MapPane steps={shown.steps} position={position} />
        </MapOnline>
      )}
      {view !== 'now' && (
        <div className="thumb">
          <Undo shift={shift} shown={shown} />
        </div>
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

/** What was drawn before the network was lost stays. */
function MapOnline({ isOffline, children }: { isOffline: boolean; children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(!isOffline)
  if (!isOffline && !isDrawn) setDrawn(true)
  if (!isDrawn)
    return (
      <p role="status" className="card">
        Carte indisponible sans réseau.
      </p>
    )
  return <Suspense fallback={<p role="status">Chargement de la carte…</p>}>{children}</Suspense>
}

/** The office doesn't have this run: what the driver does waits on the phone until this is solved. */
function Refused({ shift, shown, run }: { shift: Shift; shown: Shown; run: OwnRun }) {
  const refused = shown.stuck.find((report) => report.rejection && 'runId' in report && report.runId === run.id)
  if (!refused || refused.handedOverAt) return null
  return (
    <section role="alert" className="notice alarm">
      <p>Le bureau ne reçoit pas cette tournée. {refused.rejection?.why} Continuez&nbsp;: tout est gardé sur ce téléphone.</p>
      <RunRetry shift={shift} report={refused} />
      {!refused.rejection?.otherRun && !refused.rejection?.begunRun && !refused.rejection?.isRoundGone && (
        <button type="button" className="button" onClick={() => void shift.unsent.retry({ runId: run.id })}>
          Réessayer
        </button>
      )}
    </section>
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
