import { boxTexts } from '@bordee/core/contracts/boxes.ts'
import { type Contract, declining } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CheckboxField } from '../ui/form/boxes.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { notify } from '../ui/notify.ts'
import { ticked } from './ticked.ts'
import { useRecovery } from './useRecovery.ts'

const refusal = z.object({ reason: declining.reason.unwrap(), consents: ticked })

interface Props {
  contract: Contract
  opened: boolean
  onClose: () => void
}

export function DeclineDialog({ contract: { id, version, contractNumber, companyName }, opened, onClose }: Props) {
  const navigate = useNavigate()
  const recover = useRecovery(id, { isAnswered: ({ status }) => status === 'declined', onDone: tellDeclined })
  const form = useForm(refusal, { defaultValues: { reason: null, consents: false } })
  const at = fieldsOf(form)
  const decline = useAction(contractCalls.declineContract, { failed: () => null, after: tellDeclined })

  function tellDeclined() {
    notify('success', 'Vous avez refusé le contrat.')
    return navigate({ to: '/client/contracts' })
  }
  const send = ({ reason }: z.output<typeof refusal>) =>
    decline.mutate(
      { id, version, reason },
      {
        onError: (error) => {
          onClose() // the dialog would hide the page's message
          recover(error)
        },
      },
    )

  return (
    <Dialog opened={opened} onClose={onClose} title={`Refuser le contrat ${contractNumber}`} size="lg">
      <Form form={form} onSubmit={send} aria-label="Refus">
        <Stack gap="lg">
          <Text>Votre refus est transmis à {companyName}, qui pourra vous faire une autre proposition.</Text>
          <TextareaField name={at('reason')} label="Raison du refus (facultatif)" nullable maxLength={1000} />
          <CheckboxField name={at('consents')} label={boxTexts(companyName).privacy} />
          <SubmitButton color="red" fullWidth busy={decline.isPending} disabled={decline.isSuccess}>
            Refuser le contrat
          </SubmitButton>
        </Stack>
      </Form>
    </Dialog>
  )
}
