import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { GridRows } from '../calls.ts'
import { siteLine } from '../contracts/addresses.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { ClientStatus, opening, standingChoices, standingOf } from './ClientStatus.tsx'
import { CompanyMark } from './CompanyMark.tsx'
import { ContractPrice } from './ContractPrice.tsx'
import { PayButton } from './PayButton.tsx'
import classes from './portal.module.css'
import { useCompany } from './useOpenCompany.ts'

const columns: GridColumn<ContractRow>[] = [
  { id: 'contractNumber', label: 'Contrat', value: ({ contractNumber }) => contractNumber, size: 120 },
  {
    id: 'company',
    label: 'Compagnie',
    value: ({ companyName }) => companyName,
    cell: (contract) => <Company {...contract} />,
    size: 190,
  },
  { id: 'site', label: 'Point de service', value: siteLine, size: 185 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: standingChoices,
    value: ({ status }) => standingOf(status),
    cell: ({ status }) => <ClientStatus status={status} />,
    size: 125,
  },
  {
    id: 'totalPrice',
    label: 'Total',
    kind: 'money',
    value: ({ totalPrice }) => totalPrice,
    cell: (contract) => <ContractPrice contract={contract} />,
    size: 120,
  },
  {
    id: 'open',
    label: 'Action',
    data: false,
    value: ({ id }) => id,
    cell: (contract) => (
      <Group gap="md" wrap="nowrap">
        <Link
          to="/client/contracts/$contractId"
          params={{ contractId: contract.id }}
          className={classes.open}
          aria-label={`${opening(contract.status)} le contrat ${contract.contractNumber}`}
        >
          {opening(contract.status)}
        </Link>
        <PayButton contract={contract} dense />
      </Group>
    ),
    size: 270,
  },
  { id: 'startAt', label: 'Début', kind: 'date', value: ({ startAt }) => startAt, size: 120, hidden: true },
  { id: 'endAt', label: 'Fin', kind: 'date', value: ({ endAt }) => endAt, size: 120, hidden: true },
]

/** The list on a wide screen: a hundred rows a page, opened by double click or button. */
export function PortalGrid(contracts: GridRows<ContractRow>) {
  const navigate = useNavigate()
  const open = ({ id }: ContractRow) => void navigate({ to: '/client/contracts/$contractId', params: { contractId: id } })
  return <DataGrid gridId="portal-contracts" label="Contrats" {...contracts} columns={columns} pageSize={100} onDoubleClick={open} />
}

function Company({ companyId, companyName }: Pick<ContractRow, 'companyId' | 'companyName'>) {
  return <CompanyMark dense name={companyName} logo={useCompany(companyId)?.logo ?? null} />
}
