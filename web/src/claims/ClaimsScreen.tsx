import { type Claim, claimKindNames, claimStateNames } from '@bordee/core/claims/claim.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { ClaimStatus } from './ClaimStatus.tsx'

const columns: GridColumn<Claim>[] = [
  { id: 'happenedAt', label: 'Survenu le', kind: 'instant', value: ({ happenedAt }) => happenedAt, size: 150 },
  { id: 'claimant', label: 'Réclamant', value: ({ claimant }) => claimant, size: 180 },
  { id: 'kind', label: 'Genre', kind: 'choice', choices: claimKindNames, value: ({ kind }) => kind, size: 110 },
  { id: 'siteAddress', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 260 },
  { id: 'customerName', label: 'Client', value: ({ customerName }) => customerName, size: 180 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: claimStateNames,
    value: ({ state }) => state,
    cell: (claim) => <ClaimStatus claim={claim} />,
    size: 170,
  },
  { id: 'prescribedOn', label: 'Prescription', kind: 'date', value: ({ prescribedOn }) => prescribedOn, size: 130 },
  { id: 'insurer', label: 'Assureur', value: ({ insurer }) => insurer, size: 180 },
  { id: 'amountClaimed', label: 'Réclamé', kind: 'money', value: ({ amountClaimed }) => amountClaimed, size: 130 },
  { id: 'amountSettled', label: 'Réglé', kind: 'money', value: ({ amountSettled }) => amountSettled, size: 130 },
]

// claims: falls and damage, and where each stands (docs/product/claims.md).
export function ClaimsScreen() {
  const claims = useCall(claimCalls.listClaims)
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Réclamations"
        description="Chutes et bris, et ce qui y répond."
        actions={<CreateButton to="/dashboard/claims/create">Nouvelle réclamation</CreateButton>}
      />
      <DataGrid
        gridId="claims"
        label="Réclamations"
        {...rowsOf(claims)}
        columns={columns}
        exportAs="reclamations"
        onOpen={({ id }) => void navigate({ to: '/dashboard/claims/edit/$claimId', params: { claimId: id } })}
        empty={{
          title: 'Aucune réclamation',
          description: 'Quand quelqu’un dit être tombé ou avoir subi un bris, inscrivez-le ici\u00a0: le dossier de preuve y répond.',
          action: <LinkButton to="/dashboard/claims/create">Ouvrir une réclamation</LinkButton>,
        }}
      />
    </>
  )
}
