import type { Run } from '@bordee/core/runs/run.ts'
import { count } from '@bordee/core/text.ts'
import { useState } from 'react'
import { Menu } from './Menu.tsx'
import { useNews } from './news.ts'
import { ownRoutesFirst, ownRunsFirst } from './ownFirst.ts'
import { Sending } from './Sending.tsx'
import { StartSheet } from './StartSheet.tsx'
import type { Shift } from './shift.ts'
import type { RouteOption, Shown } from './shown.ts'
import { Unsent } from './Unsent.tsx'
import { WorkDay } from './WorkDay.tsx'
import { doneOutOf, roundName } from './words.ts'

/** With more routes than this, a search field shows. */
const few = 8

interface Props {
  shift: Shift
  shown: Shown
  onAskConsent: () => void
  onConditions: () => void
}

export function RoutesPage({ shift, shown, onAskConsent, onConditions }: Props) {
  const [text, setText] = useState('')
  const [starting, setStarting] = useState<RouteOption | null>(null)
  const { who, notice } = shown
  const underWay = ownRunsFirst(shown.underWay, shown.routes, who?.accountId)
  useNews(shift, shown)
  // A route that is being driven is joined, not started a second time.
  const routes = ownRoutesFirst(shown.routes).filter(({ id }) => !underWay.some(({ routeId }) => routeId === id))
  const found = routes.filter(({ name }) => name.toLocaleLowerCase('fr-CA').includes(text.trim().toLocaleLowerCase('fr-CA')))
  const expected = routes.filter(({ isExpected }) => isExpected)
  const own = found.filter(({ isExpected, lastDrivenAt }) => !isExpected && lastDrivenAt)
  const others = found.filter(({ isExpected, lastDrivenAt }) => !isExpected && !lastDrivenAt)
  return (
    <main className="page">
      <header className="top">
        <h1>Choisissez un trajet</h1>
        <Menu shift={shift} shown={shown} onAskConsent={onAskConsent} onConditions={onConditions} />
      </header>
      <Sending shown={shown} />
      {notice && (
        <p role="alert" className="notice">
          {notice}
        </p>
      )}
      <Unsent shift={shift} shown={shown} />
      <WorkDay hours={shift.hours} shown={shown} />
      {expected.length > 0 && (
        <section aria-labelledby="expected">
          <h2 id="expected">{expected.length > 1 ? 'Vos trajets de cette nuit' : 'Votre trajet de cette nuit'}</h2>
          <RouteChoices title={false} routes={expected} onChoose={setStarting} />
        </section>
      )}
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
        {own.length + others.length === 0 ? (
          <NoRoute isFiltered={text.trim() !== ''} hasOthers={underWay.length + expected.length > 0} />
        ) : (
          <>
            <RouteChoices
              title={(expected.length > 0 && 'Vos autres trajets') || (others.length > 0 && 'Vos trajets')}
              routes={own}
              onChoose={setStarting}
            />
            <RouteChoices title={own.length > 0 && 'Autres trajets'} routes={others} onChoose={setStarting} />
          </>
        )}
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

/** `hasOthers`: the other routes are being driven. */
function NoRoute({ isFiltered, hasOthers }: { isFiltered: boolean; hasOthers: boolean }) {
  return (
    <p className="quiet">
      {isFiltered
        ? 'Aucun trajet de ce nom.'
        : hasOthers
          ? 'Aucun autre trajet.'
          : 'Aucun trajet. Le bureau les prépare dans Flotte › Trajets.'}
    </p>
  )
}

interface ChoicesProps {
  title: string | false
  routes: RouteOption[]
  onChoose: (route: RouteOption) => void
}

function RouteChoices({ title, routes, onChoose }: ChoicesProps) {
  if (routes.length === 0) return null
  return (
    <>
      {title && <h3>{title}</h3>}
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
    </>
  )
}
