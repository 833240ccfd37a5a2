import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { workWords } from '@bordee/core/runs/work.ts'
import { count } from '@bordee/core/text.ts'
import { useState } from 'react'
import { hourOf } from './clock.ts'
import type { Waiting } from './kept.ts'
import type { OwnDay } from './ownDay.ts'
import type { Shift } from './shift.ts'
import type { Shown } from './shown.ts'
import { markName } from './words.ts'

/** What the server did not accept, with the reason. Nothing is lost: it can be sent again, or as a text message. */
export function Unsent({ shift, shown }: { shift: Shift; shown: Shown }) {
  const { stuck, stuckPositions, who } = shown
  const [isRemoving, setRemoving] = useState(false)
  const open = stuck.filter(({ handedOverAt }) => !handedOverAt)
  const handed = stuck.filter(({ handedOverAt }) => handedOverAt)
  const refused = shown.photos.filter(({ refusal }) => refusal !== null)
  if (stuck.length + stuckPositions + refused.length === 0) return null
  return (
    <section className="card unsent" aria-labelledby="unsent">
      <h2 id="unsent">Non envoyé</h2>
      <p className="quiet">Le serveur n’a pas accepté ce qui suit. Tout est gardé sur ce téléphone.</p>
      <ol>
        {open.map((report) => (
          <li key={report.seq}>
            <strong>{titleOf(report)}</strong>
            {detailOf(report) && <span>{detailOf(report)}</span>}
            {report.rejection && <span className="trouble">{report.rejection.why}</span>}
            <RunRetry shift={shift} report={report} />
          </li>
        ))}
      </ol>
      {refused.length > 0 && (
        <>
          <ul>
            {refused.map(({ id, address, takenAt, refusal }) => (
              <li key={id}>
                <strong>
                  Photo&nbsp;: {address}, {hourOf(takenAt)}
                </strong>
                <span className="trouble">{refusal}</span>
                <button type="button" className="link" onClick={() => void shift.removePhoto(id)}>
                  Supprimer cette photo
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => void shift.retryPhotos()}>
            Renvoyer les photos
          </button>
        </>
      )}
      {stuckPositions > 0 && <p>{count(stuckPositions, 'position')}</p>}
      {open.length > 0 && (
        <div className="actions">
          <button type="button" className="button" onClick={() => void shift.unsent.retry()}>
            Réessayer
          </button>
          <a className="button" href={textTo(who?.officePhone ?? '', open)} onClick={() => void shift.unsent.noteHandedOver()}>
            Envoyer au bureau par texto
          </a>
        </div>
      )}
      {handed.length > 0 && (
        <>
          <p className="quiet">{handed.length > 1 ? `${handed.length} entrées remises` : '1 entrée remise'} au bureau par texto.</p>
          {isRemoving ? (
            <button type="button" className="button" onClick={() => void shift.unsent.removeHandedOver()}>
              Oui, le bureau les a reçues
            </button>
          ) : (
            <button type="button" className="link" onClick={() => setRemoving(true)}>
              Les retirer de ce téléphone
            </button>
          )}
        </>
      )}
    </section>
  )
}

/**
 * What the driver can do about a refused run. A dead phone may still be in another one: they leave it and go on. A colleague may
 * have begun the round: they join, or drive the whole route.
 */
export function RunRetry({ shift, report }: { shift: Shift; report: Waiting }) {
  const { otherRun: leaves, begunRun: joins, isRoundGone } = report.rejection ?? {}
  if (!('runId' in report)) return null
  const { runId } = report
  return (
    <>
      {leaves && (
        <button type="button" className="button main" onClick={() => void shift.unsent.retry({ runId, leaves })}>
          Quitter l’autre tournée et continuer celle-ci
        </button>
      )}
      {joins && (
        <button type="button" className="button main" onClick={() => void shift.unsent.retry({ runId, joins })}>
          Rejoindre sa tournée
        </button>
      )}
      {(joins || isRoundGone) && (
        <button type="button" className="button" onClick={() => void shift.unsent.retry({ runId, isWholeRoute: true })}>
          Faire le trajet complet
        </button>
      )}
    </>
  )
}

function titleOf(report: Waiting): string {
  switch (report.kind) {
    case 'consent':
      return 'Réponse sur la position'
    case 'start':
      return `Départ\u00a0: ${report.routeName ?? 'tournée'}, ${hourOf(report.at)}`
    case 'take-back':
      return `Départ annulé, ${hourOf(report.at)}`
    case 'join':
      return `Arrivée\u00a0: ${report.routeName ?? 'tournée'}, ${hourOf(report.at)}`
    case 'quit':
      return `Fin de la tournée, ${hourOf(report.at)}`
    case 'mark':
      return `${report.address ?? 'Point de service'}, ${hourOf(report.mark.at)}`
    case 'damage':
      return `${report.address ?? 'Point de service'}, ${hourOf(report.damage.at)}`
    case 'punch':
      return dayTitle(report.punch)
    case 'position':
      return 'Positions'
  }
}

const dayTitle = ({ startedAt, endedAt }: OwnDay) =>
  endedAt ? `Journée de ${hourOf(startedAt)} à ${hourOf(endedAt)}` : `Début de la journée, ${hourOf(startedAt)}`

function detailOf(report: Waiting): string {
  if (report.kind === 'damage') return `Dommage\u00a0: ${report.damage.note}`
  if (report.kind !== 'mark') return ''
  const { reason, note, surface = null, material = null } = report.mark
  return [markName(report.mark), reason && notDoneReasonNames[reason], ...workWords({ surface, material }), note]
    .filter(Boolean)
    .join(' · ')
}

/** Opens the phone's own messages, with the list ready to send. */
function textTo(phone: string, reports: readonly Waiting[]): string {
  const lines = reports.map((report) => [titleOf(report), detailOf(report), report.rejection?.why].filter(Boolean).join(' – '))
  return `sms:${phone && `+1${phone}`}?&body=${encodeURIComponent(lines.join('\n'))}`
}
