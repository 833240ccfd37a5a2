import { chipColors } from '@bordee/core/colors.ts'
import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { contractStatusNames, isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { addressLine, wholeAddress } from '@bordee/core/sites/address-line.ts'
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useCall, useRows } from '../calls.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import type { HowToGo } from '../ui/grid/usePlace.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { useZone } from '../ui/zone.ts'
import { BatchActions } from './BatchActions.tsx'
import { ContractDetail } from './ContractDetail.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { seasonOfContract } from './contractSeason.ts'
import classes from './contracts.module.css'
import { PaymentsForm } from './PaymentsForm.tsx'
import type { Seasons } from './useSeason.ts'

const siteAddress = (contract: ContractInGrid) => ({
  civicNumber: contract.siteCivicNumber,
  street: contract.siteStreet ?? '',
  apartment: contract.siteApartment,
  city: contract.siteCity,
  state: contract.siteState ?? '',
  zip: contract.siteZip ?? '',
})

// A phone shows the first six columns.
const columns: GridColumn<ContractInGrid>[] = [
  { id: 'contractNumber', label: 'Contrat', value: ({ contractNumber }) => contractNumber, size: 120 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 200 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: contractStatusNames,
    value: ({ status }) => status,
    cell: ({ status }) => <ContractStatus status={status} />,
    size: 130,
  },
  {
    id: 'site',
    label: 'Point de service',
    value: (contract) => addressLine(siteAddress(contract)),
    exported: (contract) => wholeAddress(siteAddress(contract)),
    size: 230,
  },
  { id: 'totalPrice', label: 'Total', kind: 'money', value: ({ totalPrice }) => totalPrice, size: 120 },
  // Nothing is owed before the signature.
  {
    id: 'amountLeft',
    label: 'Solde',
    kind: 'money',
    value: ({ status, amountLeft }) => (isSigned(status) ? amountLeft : null),
    size: 120,
  },
  {
    id: 'nextDueDate',
    label: 'Prochain versement',
    kind: 'date',
    value: ({ status, nextDueDate }) => (isSigned(status) ? nextDueDate : null),
    size: 160,
  },
  { id: 'startAt', label: 'Début', kind: 'date', value: ({ startAt }) => startAt, size: 115 },
  { id: 'endAt', label: 'Fin', kind: 'date', value: ({ endAt }) => endAt, size: 115 },
  {
    id: 'template',
    label: 'Modèle',
    value: ({ contractTemplateName }) => contractTemplateName,
    cell: ({ contractTemplateName }) => contractTemplateName && <TemplateChip name={contractTemplateName} />,
    size: 170,
  },
  { id: 'services', label: 'Services', value: ({ services }) => services.map(({ name }) => name).join(', '), size: 220 },
  { id: 'printedAt', label: 'Imprimé le', kind: 'instant', value: ({ printedAt }) => printedAt, size: 160 },
  { id: 'sentAt', label: 'Envoyé le', kind: 'instant', value: ({ sentAt }) => sentAt, size: 160 },
  { id: 'signedAt', label: 'Signé le', kind: 'instant', value: ({ signedAt }) => signedAt, size: 160 },
  { id: 'signedOnPaper', label: 'Sur papier', kind: 'yesno', value: ({ signedOnPaper }) => signedOnPaper, size: 120, hidden: true },
  { id: 'overpaid', label: 'Payé en trop', kind: 'money', value: ({ overpaidAmount }) => overpaidAmount || null, size: 130, hidden: true },
  { id: 'clientNumber', label: 'Numéro du client', value: ({ clientNumber }) => clientNumber, size: 150, hidden: true },
  { id: 'clientEmail', label: 'Courriel', value: ({ clientEmail }) => clientEmail, size: 220, hidden: true },
  { id: 'siteZip', label: 'Code postal', value: ({ siteZip }) => siteZip, size: 120, hidden: true },
  { id: 'createdAt', label: 'Créé le', kind: 'instant', value: ({ createdAt }) => createdAt, size: 160, hidden: true },
]

const isWithin = (season: number, { first = -Infinity, last = Infinity }: Seasons = {}) => season >= first && season <= last

/** `renewed`: the drafts that renewals just made. */
type View = 'current' | 'archive' | 'renewed'

interface Props {
  gridId: string
  /** Restricts the list to one client. */
  clientId?: string
  seasons?: Seasons
  openId?: string | null
  onOpenChange?: (id: string | null, how: HowToGo) => void
}

/** Contracts and their actions: in the main list, and in a client's folder. */
export function ContractsGrid({ gridId, clientId, seasons, openId, onOpenChange }: Props) {
  const contracts = useRows(contractCalls.listContracts, { clientId })
  const navigate = useNavigate()
  const [view, setView] = useState<View>('current')
  const [renewed, setRenewed] = useState<string[]>([])
  const [selected, setSelected] = useState<string[]>([])
  const [paying, setPaying] = useState<ContractInGrid | null>(null)
  const zone = useZone()
  // A tile counts what is under way.
  const isAsked = useSearch({ strict: false, select: (search) => `${gridId}.only` in search })
  useEffect(() => {
    if (isAsked) setView('current')
  }, [isAsked])
  const rows = useMemo(() => {
    const isShown = (contract: ContractInGrid) =>
      view === 'renewed'
        ? renewed.includes(contract.id)
        : (contract.status === 'canceled') === (view === 'archive') && isWithin(seasonOfContract(contract, zone), seasons)
    // A contract opened by its URL shows in the list even if it belongs to another view.
    return contracts.rows?.filter((contract) => isShown(contract) || contract.id === openId)
  }, [contracts.rows, view, renewed, openId, seasons, zone])
  const openTwice = (contract: ContractInGrid) =>
    isSigned(contract.status)
      ? setPaying(contract)
      : void navigate({ to: '/dashboard/contracts/edit/$contractId', params: { contractId: contract.id } })
  const create = `/dashboard/contracts/create${clientId ? `/${clientId}` : ''}`
  return (
    <>
      <DataGrid
        gridId={gridId}
        label="Contrats"
        {...contracts}
        rows={rows}
        columns={columns}
        exportAs="contrats"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        openId={openId}
        onOpenChange={onOpenChange}
        onDoubleClick={openTwice}
        detail={(contract, close) => (
          <ContractDetail key={contract.id} contract={contract} onPayments={() => setPaying(contract)} onGone={close} />
        )}
        actions={(ids) => (
          <>
            <SegmentedControl
              aria-label="Contrats montrés"
              value={view}
              onChange={setView}
              data={[
                { value: 'current', label: 'En cours' },
                { value: 'archive', label: 'Archivés' },
                ...(renewed.length ? [{ value: 'renewed' as const, label: 'Nouveaux brouillons' }] : []),
              ]}
            />
            {clientId && <CreateButton to={create}>Nouveau contrat</CreateButton>}
            <BatchActions
              chosen={(rows ?? []).filter(({ id }) => ids.includes(id))}
              onDone={() => setSelected([])}
              onRenewed={(made) => {
                setRenewed((before) => [...before, ...made])
                setView('renewed')
              }}
            />
          </>
        )}
        empty={
          view === 'archive'
            ? { title: 'Aucun contrat archivé', description: 'Les contrats que vous archivez se retrouvent ici, en lecture seule.' }
            : {
                title: 'Aucun contrat',
                description: clientId
                  ? 'Ce client n’a pas encore de contrat.'
                  : 'Préparez un premier contrat à partir d’un modèle, puis envoyez-le ou imprimez-le.',
                action: <LinkButton to={create}>Créer un contrat</LinkButton>,
              }
        }
      />
      <Dialog
        opened={paying !== null}
        onClose={() => setPaying(null)}
        title={`Paiements, contrat ${paying?.contractNumber ?? ''}`}
        size="xl"
      >
        {paying && <PaymentsOf contractId={paying.id} onDone={() => setPaying(null)} />}
      </Dialog>
    </>
  )
}

/** The payments form for a contract known only by its id. */
function PaymentsOf({ contractId, onDone }: { contractId: string; onDone: () => void }) {
  const contract = useCall(contractCalls.getContract, { id: contractId })
  return (
    <Loaded query={contract} pick={itself} what="Contrat" home="/dashboard/contracts/list">
      {(found) => <PaymentsForm contract={found} onDone={onDone} />}
    </Loaded>
  )
}

const colors = Object.values(chipColors)

/** The colour derives from the name, so a template always has the same one. */
function TemplateChip({ name }: { name: string }) {
  const sum = Array.from(name).reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0)
  return (
    <span className={classes.chip} style={{ color: colors[sum % colors.length] }}>
      <span>{name}</span>
    </span>
  )
}
