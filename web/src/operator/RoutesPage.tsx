import type { Run } from '@bordee/core/runs/run.ts'
import { count } from '@bordee/core/text.ts'
import { useState } from 'react'
import { Menu } from './Menu.tsx'
import { useNews } from './news.ts'
import { Sending } from './Sending.tsx'
import { StartSheet } from './StartSheet.tsx'
import type { Shift } from './shift.ts'
import type { RouteOption, Shown } from './shown.ts'
import { Unsent } from './Unsent.tsx'
import { doneOutOf, roundName } from './words.ts'

/** With more routes than this, a search field shows. */
const few = 8

export function RoutesPage({ shift, shown, onAskConsent }: { shift: Shift; shown: Shown; onAskConsent: () => void }) {
  const [text, setText] = useState('')
  const [starting, setStarting] = useState<RouteOption | null>(null)
  const { underWay, who, notice } = shown
  useNews(shift, shown)
  // A route that is being driven is joined, not started a second time.
  const routes = shown.routes.filter(({ id }) => !underWay.some(({ routeId }) => routeId === id))
  const found = routes.filter(({ name }) => name.toLocaleLowerCase('fr-CA').includes(text.trim().toLocaleLowerCase('fr-CA')))
  return (
    <main className="page">
      <header className="top">
        <h1>Choisissez un trajet</h1>
        <Menu shift={shift} shown={shown} onAskConsent={onAskConsent} />
      </header>
      <Sending shown={shown} />
      {notice && (
        <p role="alert" className="notice">
          {notice}
        </p>
      )}
      <Unsent shift={shift} shown={shown} />
      {underWay.length > 0 && (
        <section aria-labelledby="under-way">
          <h2 id="under-way">En cours</h2>
          <ul className="choices">
            {underWay.map((run) => (
              <li key={run.id}>
                <button type="button" className="choice now" onClick={() => void shift.joinRun(run)}>
                  <span>
                    <strong>{run.isRedo ? `Reprise, ${count(run.sitesCount, 'arrêt')}` : run.routeName}</strong>
                    <small>{stateOf(run)}</small>
                  </span>
                  <em>{joinWord(run, who?.accountId)}</em>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="routes">
        <h2 id="routes">Démarrer une tournée</h2>
        {routes.length > few && (
          <label className="search">
            <span className="hidden">Chercher un trajet</span>
            <input type="search" placeholder="Chercher un trajet" value={text} onChange={(event) => setText(event.currentTarget.value)} />
          </label>
        )}
        <RouteChoices routes={found} isFiltered={text.trim() !== ''} hasOthers={underWay.length > 0} onChoose={setStarting} />
      </section>
      {starting && (
        <StartSheet
          shift={shift}
          route={starting}
          units={who?.units ?? []}
          onClose={() => setStarting(null)}
          onStart={(how, preview) => {
            setStarting(null)
            void shift.startRun(starting, how, preview)
          }}
        />
      )}
    </main>
  )
}

/** « Bordure · unité 12 · Marc Roy · 3 faits sur 12 ». */
function stateOf(run: Run): string {
  const names = run.userDurations.map(({ name }) => name).join(', ')
  if (run.isRedo && !names) return 'Personne ne l’a prise'
  return [!run.isRedo && roundName(run), names, doneOutOf(run.areasDone, run.areasCount)].filter(Boolean).join(' · ')
}

function joinWord({ isRedo, userDurations }: Run, accountId: string | undefined): string {
  if (isRedo && userDurations.length === 0) return 'Prendre'
  return userDurations.some(({ userId }) => userId === accountId) ? 'Reprendre' : 'Rejoindre'
}

interface ChoicesProps {
  routes: RouteOption[]
  isFiltered: boolean
  /** The other routes are being driven. */
  hasOthers: boolean
  onChoose: (route: RouteOption) => void
}

function RouteChoices({ routes, isFiltered, hasOthers, onChoose }: ChoicesProps) {
  if (routes.length === 0)
    return (
      <p className="quiet">
        {isFiltered
          ? 'Aucun trajet de ce nom.'
          : hasOthers
            ? 'Aucun autre trajet.'
            : 'Aucun trajet. Le bureau les prépare dans Flotte › Trajets.'}
      </p>
    )
  return (
    <ul className="choices">
      {routes.map((route) => (
        <li key={route.id}>
          <button type="button" className="choice" onClick={() => onChoose(route)}>
            <span>
              <strong>{route.name}</strong>
              {route.isStored === false && <small>Pas gardé sur le téléphone&nbsp;: démarrez-le avec du réseau.</small>}
            </span>
            <em>Démarrer</em>
          </button>
        </li>
      ))}
    </ul>
  )
}
