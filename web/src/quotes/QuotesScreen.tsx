import { coatingNames, type QuoteRequest, sizeNames, slopeNames } from '@bordee/core/quotes/quote-request.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { QuoteStatus, shownStatusNames, shownStatusOf } from './QuoteStatus.tsx'
import { QuotesTabs } from './QuotesTabs.tsx'
import { isUnmatched } from './unmatched.ts'
import { useLiveQuotes } from './useLiveQuotes.ts'

const columns: GridColumn<QuoteRequest>[] = [
  { id: 'name', label: 'Nom', value: ({ firstname, lastname }) => `${firstname} ${lastname}`, size: 170 },
  { id: 'address', label: 'Adresse', value: ({ address }) => address, size: 280 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: shownStatusNames,
    value: shownStatusOf,
    cell: (quote) => <QuoteStatus quote={quote} />,
    size: 130,
  },
  { id: 'submittedAt', label: 'Reçue le', kind: 'instant', value: ({ submittedAt }) => submittedAt, size: 150 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: ({ phone }) => phone, size: 140 },
  { id: 'size', label: 'Entrée', kind: 'choice', choices: sizeNames, value: ({ size }) => size, size: 110 },
  { id: 'squareFeet', label: 'Superficie (pi²)', kind: 'number', value: ({ squareFeet }) => squareFeet, size: 150 },
  { id: 'email', label: 'Courriel', value: ({ email }) => email, size: 220, hidden: true },
  { id: 'slope', label: 'Pente', kind: 'choice', choices: slopeNames, value: ({ slope }) => slope, size: 120, hidden: true },
  { id: 'coating', label: 'Revêtement', kind: 'choice', choices: coatingNames, value: ({ coating }) => coating, size: 120, hidden: true },
  { id: 'hasTempo', label: 'Abri d’auto temporaire', kind: 'yesno', value: ({ hasTempo }) => hasTempo, size: 120, hidden: true },
  { id: 'wantAlerts', label: 'Veut des alertes', kind: 'yesno', value: ({ wantAlerts }) => wantAlerts, size: 120, hidden: true },
  { id: 'said', label: 'Précisions', value: ({ additionalInformation }) => additionalInformation, size: 260, hidden: true },
  { id: 'notes', label: 'Notes', value: ({ notes }) => notes, size: 240, hidden: true },
]
// quotes/requests/list: residents' requests; with `?unmatched=true`, platform staff see those that reached no
// company.
export function QuotesScreen() {
  const { role } = useMe()
  const isStaff = isPlatform(role)
  const unmatched = useSearch({ strict: false, select: isUnmatched }) && isStaff
  const choice = isStaff && <Whose unmatched={unmatched} />
  if (unmatched)
    return (
      <>
        <PageHeader title="Soumissions" actions={choice} />
        <UnmatchedGrid />
      </>
    )
  return (
    <QuotesTabs actions={choice}>
      <OwnGrid />
    </QuotesTabs>
  )
}

function OwnGrid() {
  const { company } = useMe()
  const quotes = useCall(quoteCalls.listQuotes)
  useLiveQuotes()
  const navigate = useNavigate()
  const hasSector = Boolean(company?.quoteConfig?.polygon)
  return (
    <DataGrid
      gridId="quotes"
      label="Demandes de soumission"
      {...rowsOf(quotes)}
      columns={columns}
      exportAs="demandes-de-soumission"
      onOpen={({ id }) => void navigate({ to: '/dashboard/quotes/requests/edit/$id', params: { id } })}
      empty={{
        title: 'Aucune demande',
        description: hasSector
          ? 'Les résidents de votre secteur vous trouvent par le formulaire public; il peut aussi paraître sur votre propre site.'
          : 'Dessinez votre secteur\u00a0: les demandes de ses résidents vous parviendront.',
        action: (
          <>
            <LinkButton to={hasSector ? '/dashboard/quotes/sector/view' : '/dashboard/quotes/sector/edit'}>
              {hasSector ? 'Secteur et formulaire' : 'Dessiner le secteur'}
            </LinkButton>
            <Button variant="default" component="a" href="/demande-de-soumissions" target="_blank" rel="noreferrer">
              Voir le formulaire
            </Button>
          </>
        ),
      }}
    />
  )
}

const theirColumns = columns.filter(({ id }) => id !== 'notes')

function UnmatchedGrid() {
  const quotes = useCall(quoteCalls.listQuotes, { unmatched: true })
  const navigate = useNavigate()
  return (
    <DataGrid
      gridId="unmatched-quotes"
      label="Demandes sans compagnie"
      {...rowsOf(quotes)}
      columns={theirColumns}
      exportAs="demandes-sans-compagnie"
      onOpen={({ id }) =>
        void navigate({ to: '/dashboard/quotes/requests/edit/$id', params: { id }, search: { unmatched: true } as never })
      }
      empty={{ title: 'Aucune demande sans compagnie', description: 'Chaque demande reçue ces derniers temps a trouvé une compagnie.' }}
    />
  )
}

function Whose({ unmatched }: { unmatched: boolean }) {
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label="Demandes montrées"
      value={unmatched ? 'unmatched' : 'company'}
      onChange={(value) =>
        void navigate({ to: '/dashboard/quotes/requests/list', search: (value === 'unmatched' ? { unmatched: true } : {}) as never })
      }
      data={[
        { value: 'company', label: 'De la compagnie' },
        { value: 'unmatched', label: 'Sans compagnie' },
      ]}
    />
  )
}
