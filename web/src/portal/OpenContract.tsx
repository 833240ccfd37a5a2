import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Button } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../calls.ts'
import { beingChanged } from '../contracts/beingChanged.ts'
import { useMe, useSession } from '../session.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState, LoadingPage, NotFoundPage } from '../ui/states.tsx'

/** The contract in the URL, or why it can't be shown, which may change while the client reads. */
export function OpenContract({ children }: { children: (contract: Contract) => ReactNode }) {
  const { contractId = '' } = useParams({ strict: false })
  const contract = useCall(contractCalls.getContract, { id: contractId })
  const refused = contract.error instanceof Problem ? contract.error : undefined
  if (refused?.body.code === 'contract-in-draft') return <BeingChanged />
  if (refused?.body.code === 'other-email') return <OtherAddress contractId={contractId} />
  if (refused?.status === 403) return <Refused why={refused.message} />
  if (refused?.status === 404 || refused?.status === 422) return <NotFoundPage what="Contrat" home="/client/contracts" />
  if (contract.data) return children(contract.data)
  return contract.isPending ? <LoadingPage /> : <Unreadable onRetry={() => void contract.refetch()} />
}

const ToTheList = () => (
  <LinkButton to="/client/contracts" variant="default">
    Voir mes contrats
  </LinkButton>
)

const BeingChanged = () => (
  <EmptyState page icon={<IconPencil />} title={beingChanged.title} description={beingChanged.description} action={<ToTheList />} />
)

const Refused = ({ why }: { why: string }) => (
  <EmptyState page icon={<IconLock />} title="Accès refusé" description={why} action={<ToTheList />} />
)

/** The contract was sent to another address than the one they are signed in with. */
function OtherAddress({ contractId }: { contractId: string }) {
  const { account } = useMe()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const change = async () => {
    await navigate({ to: '/auth/client/sign-in', search: { contractId } })
    await signOut()
  }
  return (
    <EmptyState
      page
      icon={<IconLock />}
      title="Accès refusé"
      description={`Ce contrat a été envoyé à une autre adresse que ${account.email}. Si c’est aussi la vôtre, connectez-vous avec elle.`}
      action={
        <>
          <Button onClick={() => void change()}>Changer d’adresse</Button>
          <ToTheList />
        </>
      }
    />
  )
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" data-failed>
      <EmptyState
        page
        title="Erreur lors de la récupération du contrat."
        action={
          <>
            <Button onClick={onRetry}>Réessayer</Button>
            <ToTheList />
          </>
        }
      />
    </div>
  )
}
