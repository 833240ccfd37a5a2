import { Alert } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'

/** On every sandbox page, so that nobody takes it for a real provider. */
export function SandboxMark() {
  return (
    <Alert color="amber" icon={<IconFlask size={18} />} title="Bac à sable" w="100%">
      Ce fournisseur de paiement est simulé&nbsp;: aucun argent ne circule, et rien de ce qui est dit ici n’est vérifié.
    </Alert>
  )
}
