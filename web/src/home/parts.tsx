// The small parts of the first page.
import type { HomeParts, SeasonOperation } from '@bordee/core/home/home.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDate, hourIn, todayIn } from '@bordee/core/time.ts'
import { Button } from '@mantine/core'
import { useCan } from '../can.ts'
import { RoundBadge } from '../runs/RoundBadge.tsx'
import { useMe } from '../session.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { Tiles } from '../ui/Tiles.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './home.module.css'
import { Part } from './Part.tsx'

/** How many operations like the last one the bank would pay for. */
function enoughFor(left: number, alertsCount: number): string {
  const operations = Math.floor(left / alertsCount)
  return operations < 1 ? 'moins d’une opération' : `environ ${count(operations, 'opération')}`
}

export function BankPart({ bank: { left, lastOperation } }: { bank: HomeParts['bank'] }) {
  const { role } = useMe()
  const size = lastOperation?.alertsCount ?? 0
  return (
    <Part title="Banque d’alertes" aside={role !== 'dispatcher' && <TextLink to="/dashboard/company/billing">Abonnement Bordée</TextLink>}>
      <p className={`${classes.figure} bordee-figures`} data-tone={size > left ? 'bad' : undefined}>
        <strong>{count(left, 'alerte')}</strong>
        {size > 0 && <span>{enoughFor(left, size)}</span>}
      </p>
      {size > 0 && lastOperation && (
        <Hint>
          «&nbsp;{lastOperation.name}&nbsp;» en a pris {formatNumber(size)}.
        </Hint>
      )}
    </Part>
  )
}

/** How many are named. */
const shown = 6

export function DriverlessPart({ routes }: { routes: HomeParts['driverless'] }) {
  const mayEdit = useCan()(routeCalls.updateRoute)
  if (routes.length === 0) return null
  return (
    <Part title={count(routes.length, 'trajet sans opérateur', 'trajets sans opérateur')}>
      <Hint>Aucun de vos opérateurs {routes.length > 1 ? 'ne les a faits' : 'ne l’a fait'} depuis un an.</Hint>
      <ul className={classes.names}>
        {routes.slice(0, shown).map(({ id, name }) => (
          <li key={id}>{mayEdit ? <TextLink to={`/dashboard/geolocation/routes/edit/${id}`}>{name}</TextLink> : name}</li>
        ))}
        {routes.length > shown && <li>et {count(routes.length - shown, 'autre')}</li>}
      </ul>
    </Part>
  )
}

export function LastOperationPart({ season }: { season: readonly SeasonOperation[] }) {
  const zone = useZone()
  const last = season.findLast(({ closedAt }) => closedAt !== null)
  if (!last) return null
  return (
    <Part title="Dernière opération">
      <p className={`${classes.figure} bordee-figures`}>
        <strong>
          <TextLink to={`/dashboard/operations/${last.id}`}>{last.name}</TextLink>
        </strong>
        <span>
          {formatDate(todayIn(zone, new Date(last.openedAt)))}
          {last.depth !== null && ` · ${formatNumber(last.depth)}\u00a0cm`}
        </span>
      </p>
    </Part>
  )
}

export function ShiftPart({ shift }: { shift: HomeParts['shift'] }) {
  const zone = useZone()
  const day = shift && formatDate(todayIn(zone, new Date(shift.startedAt)))
  return (
    <Part title={shift && !shift.finishedAt ? 'Votre tournée en cours' : 'Votre tournée'} isWide>
      {shift ? (
        <dl className={`${classes.facts} bordee-figures`}>
          <div>
            <dt>Trajet</dt>
            <dd>{shift.routeName}</dd>
          </div>
          <div>
            <dt>Ronde</dt>
            <dd>
              <RoundBadge {...shift} />
            </dd>
          </div>
          <div>
            <dt>Unité</dt>
            <dd>{shift.unit ?? '–'}</dd>
          </div>
          <div>
            <dt>{shift.finishedAt ? 'Dernier départ' : 'Départ'}</dt>
            <dd>{shift.finishedAt ? `${day} à ${hourIn(zone, shift.startedAt)}` : hourIn(zone, shift.startedAt)}</dd>
          </div>
        </dl>
      ) : (
        <Hint>Vous n’avez pas encore fait de tournée.</Hint>
      )}
      <Button component="a" href="/operateur" size="lg" fullWidth>
        Ma tournée
      </Button>
    </Part>
  )
}

export function PlatformPart({ platform: { companiesToReview, failedJobs, overdueInvoices } }: { platform: HomeParts['platform'] }) {
  const companies = { to: '/dashboard/companies/list' }
  return (
    <Part title="Plateforme" isWide>
      <Tiles
        label="Plateforme"
        tiles={[
          {
            label: 'Compagnies à examiner',
            value: formatNumber(companiesToReview),
            tone: companiesToReview > 0 && 'attention',
            link: companies,
          },
          {
            label: 'Travaux en échec',
            value: formatNumber(failedJobs),
            tone: failedJobs > 0 && 'bad',
            link: { to: '/dashboard/outbox' },
          },
          {
            label: 'Factures Bordée en retard',
            value: formatMoney(overdueInvoices.amount),
            detail: count(overdueInvoices.count, 'facture'),
            tone: overdueInvoices.count > 0 && 'bad',
            link: companies,
          },
        ]}
      />
    </Part>
  )
}
