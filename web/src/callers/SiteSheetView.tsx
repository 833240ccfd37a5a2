import { callOutcomeNames } from '@bordee/core/alerts/alert.ts'
import type { Caller, SiteSheet } from '@bordee/core/callers/call-sheet.ts'
import { rangeWords } from '@bordee/core/callers/expected-range.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { siteStateNames } from '@bordee/core/operations/operation.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { passName } from '@bordee/core/runs/pass.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Link } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { momentIn, siteTones } from '../operations/boardWords.ts'
import { useServerTime } from '../operations/useBoard.ts'
import { Photos } from '../photos/Photos.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './callers.module.css'
import { CallList } from './LatestCalls.tsx'

/** What the office tells a caller about a site. */
export function SiteSheetView({ sheet, caller, onLeave }: { sheet: SiteSheet; caller: Caller | undefined; onLeave: () => void }) {
  const zone = useZone()
  const now = useServerTime()
  const can = useCan()
  const { operation, passes, alerts, contract } = sheet
  const photos = useCall(photoCalls.listPhotos, { siteId: sheet.siteId }, { what: null })
  const moment = (at: string) => momentIn(zone, at, now)
  return (
    <>
      <header className={classes.heading}>
        <h2>{sheet.siteAddress}</h2>
        <p>
          {can(clientCalls.getClient) ? (
            <Link
              to="/dashboard/client-folders/edit/$clientId/$tab"
              params={{ clientId: sheet.customerId, tab: 'timeline' }}
              onClick={onLeave}
            >
              {sheet.customerName}
            </Link>
          ) : (
            sheet.customerName
          )}
          {sheet.phone && (
            <>
              {' · '}
              <a href={`tel:${sheet.phone}`}>{formatPhone(sheet.phone)}</a>
            </>
          )}
          {sheet.routeNames.length > 0 && ` · ${sheet.routeNames.join(', ')}`}
        </p>
        {caller?.occupantName && (
          <p>
            Occupant&nbsp;: {caller.occupantName}
            {caller.phone && (
              <>
                {' · '}
                <a href={`tel:${caller.phone}`}>{formatPhone(caller.phone)}</a>
              </>
            )}
          </p>
        )}
        <Tonight sheet={sheet} />
      </header>
      <Facts
        facts={{
          Passages:
            passes.length > 0 ? (
              <ul className={classes.lines}>
                {passes.map((pass) => (
                  <li key={pass.id}>
                    <strong className="bordee-figures">{moment(pass.at)}</strong> {passName(pass)}
                    {pass.userName && ` · ${pass.userName}`}
                  </li>
                ))}
              </ul>
            ) : null,
          Photos: photos.data?.length ? <Photos photos={photos.data.slice(0, 6)} /> : null,
          Neige: snowWords(sheet),
          Alertes:
            alerts.length > 0 ? (
              <ul className={classes.lines} data-short>
                {alerts.map(({ id, at, name, phone, text, callOutcome }) => (
                  <li key={id} title={text}>
                    <strong className="bordee-figures">{moment(at)}</strong>{' '}
                    {[name ?? formatPhone(phone), callOutcome && callOutcomeNames[callOutcome]].filter(Boolean).join(' · ')} ·{' '}
                    <MessageText text={text} />
                  </li>
                ))}
              </ul>
            ) : null,
          'Notes à l’opérateur': sheet.notes,
          Contrat: contract && (
            <>
              <Link to="/dashboard/contracts/edit/$contractId" params={{ contractId: contract.id }} onClick={onLeave}>
                {contract.contractNumber}
              </Link>{' '}
              · {contractStatusNames[contract.status]} · {balanceWords(contract)}
            </>
          ),
          Opération:
            operation &&
            `${operation.name}, ${operation.closedAt ? 'fermée' : 'ouverte'} ${moment(operation.closedAt ?? operation.openedAt)}`,
          'Derniers appels': sheet.phoneCalls.length > 0 ? <CallList calls={sheet.phoneCalls} /> : null,
        }}
      />
    </>
  )
}

/** The first thing that a caller wants to hear. */
function Tonight({
  sheet: { operation, state, decidedAt, reason, reasonNote, expected, deadline, isLate, isRequested, isActive },
}: {
  sheet: SiteSheet
}) {
  const zone = useZone()
  const now = useServerTime()
  if (!isActive) return <p className={classes.tonight}>Ce point de service est inactif.</p>
  if (!operation || operation.closedAt || !state)
    return (
      <p className={classes.tonight}>{operation && !operation.closedAt ? 'Hors de l’opération en cours.' : 'Aucune opération en cours.'}</p>
    )
  const why = [reason && notDoneReasonNames[reason], reasonNote].filter(Boolean).join(' · ')
  const isWaiting = state === 'left' || state === 'redo'
  return (
    <p className={classes.tonight}>
      <Status tone={siteTones[state]}>{siteStateNames[state]}</Status>
      {state === 'done' && decidedAt && <span>à {momentIn(zone, decidedAt, now)}</span>}
      {why && <span>{why}</span>}
      {isWaiting && (
        <strong>{expected ? `Passage prévu ${rangeWords(expected, zone, now)}` : 'Aucune tournée en route n’y passe encore.'}</strong>
      )}
      {isLate && <Status tone="bad">{deadline && now < Date.parse(deadline) ? 'Hors délai à ce rythme' : 'Hors délai'}</Status>}
      {isRequested && <Status tone="attention">Demandé</Status>}
    </p>
  )
}

const snowWords = ({ snowSince, triggerDepth }: SiteSheet): string =>
  [
    snowSince !== null && `${formatNumber(snowSince)}\u00a0cm depuis le dernier passage complet`,
    triggerDepth !== null && `seuil ${formatNumber(triggerDepth)}\u00a0cm`,
  ]
    .filter(Boolean)
    .join(' · ')

const balanceWords = ({ amountLeft, overdueAmount }: NonNullable<SiteSheet['contract']>): string => {
  if (amountLeft === 0) return 'aucun solde'
  return `solde ${formatMoney(amountLeft)}${overdueAmount > 0 ? `, dont ${formatMoney(overdueAmount)} en retard` : ''}`
}
