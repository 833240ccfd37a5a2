// Revokes links to residents' own pages: of one occupant, or of everyone.
import { trackingCalls } from '@bordee/core/tracking/tracking.calls.ts'
import { Button } from '@mantine/core'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { confirm } from '../ui/dialogs.tsx'

/** Without an occupant: everyone's. */
export function RevokeLinks({ occupantId }: { occupantId?: string }) {
  const can = useCan()
  const revoke = useAction(trackingCalls.revokeTrackingLinks, {
    done: occupantId ? 'Le lien de suivi est révoqué.' : 'Tous les liens de suivi sont révoqués.',
    failed: 'Impossible de révoquer.',
  })
  if (!can(trackingCalls.revokeTrackingLinks)) return null

  async function askThenRevoke() {
    const sure = await confirm({
      title: occupantId ? 'Révoquer le lien de suivi?' : 'Révoquer tous les liens de suivi?',
      message: 'Ce qui a été envoyé n’ouvrira plus rien. Le prochain texto contiendra un nouveau lien.',
      confirm: 'Révoquer',
      destructive: true,
    })
    if (sure) revoke.mutate(occupantId ? { occupantIds: [occupantId] } : {})
  }

  return (
    <Button variant="default" size="sm" loading={revoke.isPending} onClick={() => void askThenRevoke()}>
      {occupantId ? 'Révoquer le lien de suivi' : 'Révoquer tous les liens de suivi'}
    </Button>
  )
}
