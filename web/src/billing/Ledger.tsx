import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { type LedgerLine, whyBilled } from '@bordee/core/billing/ledger.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDate, formatInstant, monthName, todayIn } from '@bordee/core/time.ts'
import { Alert, Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import { IconInfoCircle, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './billing.module.css'

const few = 12

/** What entered and left the bank, and what was billed: each line says what the bank held after it. */
export function Ledger() {
  const ledger = useCall(billingCalls.listAlertLedger)
  const [isWhole, setWhole] = useState(false)
  const lines = ledger.data ?? []
  const shown = isWhole ? lines : lines.slice(0, few)
  return (
    <section className={`${classes.part} bordee-card`} aria-labelledby="ledger">
      <Title order={2} size="h4" id="ledger">
        Banque et alertes facturées
      </Title>
      <Text size="sm" c="dimmed">
        Une alerte est prise dans la banque s’il y en reste quand elle part; sinon, elle est facturée. Ce qui entre ensuite dans la banque
        sert aux alertes suivantes.
      </Text>
      <Why lines={lines} />
      {ledger.isLoadingError ? (
        <BrokenPart onRetry={() => void ledger.refetch()} />
      ) : !ledger.data ? (
        <Skeleton height={120} radius={10} role="status" aria-label="Chargement" />
      ) : lines.length === 0 ? (
        <EmptyState
          icon={<IconReceipt />}
          title="Aucun mouvement"
          description="Chaque lot acheté et chaque envoi s’inscriront ici, avec ce qui reste en banque."
        />
      ) : (
        <Lines lines={shown} />
      )}
      {shown.length < lines.length && (
        <div>
          <Button variant="default" onClick={() => setWhole(true)}>
            Voir les {formatNumber(lines.length)} mouvements
          </Button>
        </div>
      )}
    </section>
  )
}

/** The question that owners ask: why billed, when the bank holds some? */
function Why({ lines }: { lines: LedgerLine[] }) {
  const zone = useZone()
  const why = whyBilled(lines)
  if (!why) return null
  const day = (at: string) => formatDate(todayIn(zone, new Date(at)))
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} />}>
      La banque contient maintenant {count(lines[0]?.balance ?? 0, 'alerte')}, mais elle était vide le {day(why.billed.at)}&nbsp;:{' '}
      {count(why.billed.billed, 'alerte')} de cet envoi {why.billed.billed > 1 ? 'sont facturées' : 'est facturée'}. La banque a été remplie
      le {day(why.filled.at)}.
    </Alert>
  )
}

function Lines({ lines }: { lines: LedgerLine[] }) {
  const zone = useZone()
  const monthOf = ({ at }: LedgerLine) => todayIn(zone, new Date(at)).slice(0, 7)
  const months = Map.groupBy(lines, monthOf)
  return (
    <table className={`${classes.lines} ${classes.ledger}`} aria-labelledby="ledger">
      <thead>
        <tr>
          <th scope="col">Mouvement</th>
          <th scope="col">Banque</th>
          <th scope="col">En banque</th>
          <th scope="col">Facturées</th>
        </tr>
      </thead>
      {[...months].map(([month, ofMonth]) => (
        <tbody key={month} className="bordee-figures">
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {monthName(month)}
            </th>
          </tr>
          {ofMonth.map((line) => (
            <tr key={line.id}>
              <td>
                <Movement {...line} />
                <small>{formatInstant(line.at, zone)}</small>
              </td>
              <td data-label="Banque">{line.alerts === 0 ? '–' : `${line.alerts > 0 ? '+' : ''}${formatNumber(line.alerts)}`}</td>
              <td data-label="En banque">{formatNumber(line.balance)}</td>
              <td data-label="Facturées">
                {line.billed === 0 ? '–' : formatNumber(line.billed)}
                {line.billed > 0 && <small>{formatMoney(line.billedAmount)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const names: Record<LedgerLine['kind'], string> = {
  lot: 'Lot ajouté',
  purchase: 'Lot acheté',
  adjustment: 'Correction',
  send: 'Envoi',
  refund: 'Alertes rendues',
  expiry: 'Lot expiré',
}

function Movement({ kind, code, targetName }: LedgerLine) {
  if (!code) return names[kind]
  return (
    <Anchor component={Link} to={`/dashboard/alerts/history/${code}`} inherit>
      {names[kind]}, {targetName}
    </Anchor>
  )
}
