import { IconFileText } from '@tabler/icons-react'
import { EmptyState, PageHeader } from '../ui/states.tsx'

// client/contracts: the contracts of the signed-in client (docs/product/portal.md). The contract module brings them.
export function PortalContractsScreen() {
  return (
    <>
      <PageHeader title="Contrats" />
      <div className="bordee-card">
        <EmptyState
          icon={<IconFileText />}
          title="Aucun contrat"
          description="Les contrats que votre déneigeur vous envoie apparaissent ici."
        />
      </div>
    </>
  )
}
