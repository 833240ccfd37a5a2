import type { Client } from '@bordee/core/clients/client.ts'
import { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { EraseButton } from './EraseButton.tsx'
import { ErasureReport } from './ErasureReport.tsx'

/** Erases a client's folder, for instance after a phone call, and shows what stayed the last time (docs/product/privacy.md). */
export function FolderErasure({ client }: { client: Client }) {
  const can = useCan()
  return can(privacyCalls.eraseClient) && <Erasing client={client} />
}

function Erasing({ client: { id, name } }: { client: Client }) {
  const navigate = useNavigate()
  const erasures = useCall(privacyCalls.listErasures, { customerId: id })
  const erase = useAction(privacyCalls.eraseClient, {
    done: 'Renseignements effacés',
    failed: 'Impossible d’effacer les renseignements.',
    after: ({ parts }) => {
      const isGone = parts.some(({ kind, removed }) => kind === 'folders' && removed > 0)
      if (isGone) return navigate({ to: '/dashboard/erasure-requests/{-$requestId}', params: {} })
    },
  })
  return (
    <section className="bordee-card" style={{ padding: 20, marginTop: 24 }} aria-labelledby="erasure">
      <Stack>
        <SectionTitle id="erasure">Renseignements personnels</SectionTitle>
        <Hint>Quand le client demande que ses renseignements soient supprimés (Loi 25).</Hint>
        {erasures.isError && (
          <BrokenPart title="Impossible de charger les effacements précédents" onRetry={() => void erasures.refetch()} />
        )}
        {erasures.data?.map((erasure) => (
          <ErasureReport key={erasure.id} erasure={erasure} />
        ))}
        <EraseButton name={name} busy={erase.isPending} onErase={() => erase.mutateAsync({ id })} />
      </Stack>
    </section>
  )
}
