import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { IconBell } from '@tabler/icons-react'
import { useCall } from '../calls.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './portal.module.css'

// client/alerts: the alerts that reached the client's sites (docs/product/portal.md).
export function PortalAlertsScreen() {
  const received = useCall(alertCalls.listReceivedAlerts)
  const zone = useZone()
  if (received.isPending) return <LoadingPage />
  return (
    <>
      <PageHeader
        title="Mes alertes"
        description="Les alertes envoyées aux occupants de vos adresses, de la plus récente à la plus ancienne."
      />
      {!received.data ? (
        <BrokenPart onRetry={() => void received.refetch()} />
      ) : received.data.length === 0 ? (
        <EmptyState
          card
          icon={<IconBell />}
          title="Aucune alerte"
          description="Les alertes de déneigement que vous recevez apparaissent ici."
        />
      ) : (
        <ul className={classes.received}>
          {received.data.map(({ text, sentAt, siteAddress, companyName }) => (
            <li key={`${sentAt} ${siteAddress} ${companyName}`} className="bordee-card">
              <p className={classes.quiet}>
                <time dateTime={sentAt}>{formatInstant(sentAt, zone)}</time>
              </p>
              <p>
                <MessageText text={text} />
              </p>
              <p className={classes.quiet}>{`${siteAddress} · ${companyName}`}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
