import { boxNames, boxTexts } from '@bordee/core/contracts/boxes.ts'
import type { Contract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { text } from '@bordee/core/wire.ts'
import { Stack, Text, Title } from '@mantine/core'
import { IconWritingSign } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { CheckboxField } from '../ui/form/boxes.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { notify } from '../ui/notify.ts'
import classes from './portal.module.css'
import { ticked } from './ticked.ts'
import { useRecovery } from './useRecovery.ts'

const signature = z.object({ signerName: text(200), hasRead: ticked, consents: ticked })

/** Two checkboxes and a button. The name is filled in; whoever signs on the client's behalf can change it. */
export function SignForm({ contract }: { contract: Contract }) {
  const { id, version, clientName, companyName, isAlertsActive, siteId } = contract
  const boxes = boxTexts(companyName)
  const navigate = useNavigate()
  const recover = useRecovery(id, { isAnswered: isSignedOnline, onDone: tellSigned })
  const form = useForm(signature, { defaultValues: { signerName: clientName, hasRead: false, consents: false } })
  const at = fieldsOf(form)
  const accept = useAction(contractCalls.acceptContract, { failed: () => null, after: tellSigned })

  function tellSigned() {
    notify('success', 'Contrat signé avec succès')
    return isAlertsActive && siteId
      ? navigate({ to: '/client/contracts/$contractId/occupants', params: { contractId: id } })
      : navigate({ to: '/client/contracts' })
  }
  const sign = ({ signerName }: z.output<typeof signature>) =>
    accept.mutate({ id, version, signerName, boxes: [...boxNames] }, { onError: recover })

  return (
    <Form form={form} onSubmit={sign} problem={accept.error} aria-label="Signature">
      <Stack gap="lg">
        <div>
          <Title order={2}>Signer le contrat</Title>
          <Text c="dimmed">Vous recevrez le contrat signé par courriel, avec son certificat de signature.</Text>
        </div>
        <CheckboxField name={at('hasRead')} label={boxes.read} />
        <CheckboxField name={at('consents')} label={boxes.privacy} />
        <div className={classes.signature}>
          <TextField name={at('signerName')} label="Votre nom, en guise de signature" required autoComplete="name" maxLength={200} />
        </div>
        <SubmitButton fullWidth busy={accept.isPending} disabled={accept.isSuccess} leftSection={<IconWritingSign size={20} />}>
          Signer le contrat
        </SubmitButton>
      </Stack>
    </Form>
  )
}

/** A contract that the office marked as signed on paper was not signed by this press. */
const isSignedOnline = ({ status, signedOnPaper }: Contract) => isSigned(status) && !signedOnPaper
