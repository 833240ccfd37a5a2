import { useState } from 'react'
import { Menu } from './Menu.tsx'
import { Sending } from './Sending.tsx'
import type { Shift } from './shift.ts'
import type { RouteOption, Shown } from './shown.ts'

/** With more routes than this, a search field shows. */
const few = 8

export function RoutesPage({ shift, shown, onAskConsent }: { shift: Shift; shown: Shown; onAskConsent: () => void }) {
  const [text, setText] = useState('')
  const { routes, underWay, who, notice } = shown
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
      {underWay.length > 0 && (
        <section aria-labelledby="under-way">
          <h2 id="under-way">En cours</h2>
          <ul className="choices">
            {underWay.map((run) => (
              <li key={run.id}>
                <button type="button" className="choice now" onClick={() => void shift.joinRun(run)}>
                  <span>
                    <strong>{run.routeName}</strong>
                    <small>
                      {run.userDurations.map(({ name }) => name).join(', ')} · {run.areasDone} de {run.areasCount} faits
                    </small>
                  </span>
                  <em>{run.userDurations.some(({ userId }) => userId === who?.accountId) ? 'Reprendre' : 'Rejoindre'}</em>
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
        <RouteChoices routes={found} isFiltered={text.trim() !== ''} onStart={(route) => void shift.startRun(route)} />
      </section>
    </main>
  )
}

function RouteChoices({
  routes,
  isFiltered,
  onStart,
}: {
  routes: RouteOption[]
  isFiltered: boolean
  onStart: (route: RouteOption) => void
}) {
  if (routes.length === 0)
    return <p className="quiet">{isFiltered ? 'Aucun trajet de ce nom.' : 'Aucun trajet. Le bureau les prépare dans Flotte › Trajets.'}</p>
  return (
    <ul className="choices">
      {routes.map((route) => (
        <li key={route.id}>
          <button type="button" className="choice" onClick={() => onStart(route)}>
            <span>
              <strong>{route.name}</strong>
            </span>
            <em>Démarrer</em>
          </button>
        </li>
      ))}
    </ul>
  )
}
