import { formatMinutes, isForgotten, minutesBetween } from '@bordee/core/punches/worked-time.ts'
import { useState } from 'react'
import { hourOf } from './clock.ts'
import { isUnderWay, type OwnDay } from './ownDay.ts'
import type { OwnHours } from './ownHours.ts'
import { Sheet } from './Sheet.tsx'
import type { Shown } from './shown.ts'

/** Begins and ends the operator's day, with or without a network. */
export function WorkDay({ hours, shown }: { hours: Pick<OwnHours, 'begin' | 'end'>; shown: Pick<Shown, 'day' | 'waiting'> }) {
  const [isEnding, setEnding] = useState(false)
  const { day, waiting } = shown
  const isOpen = isUnderWay(day, Date.now())
  return (
    <section className="card day" aria-label="Votre journée">
      {day && <p className="quiet">{wordsOf(day)}</p>}
      {isOpen ? (
        <button type="button" className="button huge" onClick={() => setEnding(true)}>
          Terminer ma journée
        </button>
      ) : (
        <button type="button" className="button main huge" onClick={() => void hours.begin()}>
          Commencer ma journée
        </button>
      )}
      {waiting.reports > 0 && <small className="quiet">Gardé sur le téléphone, en attente d’envoi.</small>}
      {isEnding && isOpen && (
        <Sheet title="Terminer votre journée?" onClose={() => setEnding(false)}>
          <p>{wordsOf(day)}</p>
          <div className="pair">
            <button type="button" className="button" onClick={() => setEnding(false)}>
              Non
            </button>
            <button
              type="button"
              className="button main"
              onClick={() => {
                setEnding(false)
                void hours.end()
              }}
            >
              Oui, terminer
            </button>
          </div>
        </Sheet>
      )}
    </section>
  )
}

function wordsOf(day: OwnDay): string {
  const { startedAt, endedAt } = day
  if (endedAt) return `Journée de ${hourOf(startedAt)} à ${hourOf(endedAt)}\u00a0: ${formatMinutes(minutesBetween(startedAt, endedAt))}.`
  if (isForgotten(day, Date.now()))
    return `Votre journée commencée à ${hourOf(startedAt)} n’a pas été terminée\u00a0: dites au bureau quand elle a fini.`
  return `Journée commencée à ${hourOf(startedAt)}.`
}
