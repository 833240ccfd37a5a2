import { Button, Group, Stack, Text } from '@mantine/core'

interface Props {
  /** The button's text, e.g. « Confirmer la carte ». */
  confirm?: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** 3-D Secure: the bank asks the card's holder to confirm. */
export function BankQuestion({ confirm = 'Confirmer le paiement', busy, onConfirm, onCancel }: Props) {
  return (
    <Stack role="group" aria-label="Confirmation de la banque">
      <Text>Votre banque demande une confirmation (3-D Secure). Une vraie banque enverrait ici un code à votre téléphone.</Text>
      <Group>
        <Button loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Annuler
        </Button>
      </Group>
    </Stack>
  )
}
