import type { Erasure } from '@bordee/core/privacy/erasure.ts'
import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { confirmByName } from '../ui/dialogs.tsx'

interface Props {
  /** What the user types to confirm. */
  name: string
  busy: boolean
  onErase: () => Promise<Erasure>
}

/** Says what goes and what stays before anything does. */
export function EraseButton({ name, busy, onErase }: Props) {
  async function askThenErase() {
    const isSure = await confirmByName({
      title: 'Effacer définitivement?',
      message:
        'Photos, alertes, messages, appels, occupants, soumissions, contrats non signés, points de service et dossier sont effacés pour ' +
        'toujours. Ce qu’une réclamation protège et les contrats signés restent, avec la raison. Le client reçoit le rapport par courriel.',
      confirm: 'Effacer définitivement',
      name,
    })
    if (isSure) await onErase().catch(() => undefined)
  }
  return (
    <Button
      variant="outline"
      color="red"
      leftSection={<IconEraser size={16} />}
      loading={busy}
      onClick={() => void askThenErase()}
      style={{ alignSelf: 'start' }}
    >
      Effacer définitivement
    </Button>
  )
}
