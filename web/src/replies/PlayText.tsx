import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { longestReply, playedReply } from '@bordee/core/replies/reply.ts'
import { Stack } from '@mantine/core'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './replies.module.css'

const schema = z.object(playedReply)
const blank = { companyId: '', phone: '', text: '' }
const at = fieldsOf<typeof blank>()

/** Without a real provider: enters a text as if a phone had sent it, and shows what that phone gets back. */
export function PlayText() {
  const companies = useCall(companyCalls.listCompanies)
  const form = useForm(schema, { defaultValues: blank })
  const play = useAction(replyCalls.playReply, { failed: 'Le texto n’a pas été joué.', after: () => form.setValue('text', '') })
  return (
    <div className={`bordee-card ${classes.play}`}>
      <Form
        form={form}
        onSubmit={(text) => play.mutateAsync(text).catch(() => undefined)}
        problem={play.error}
        aria-label="Simuler un texto reçu"
      >
        <Stack>
          <Hint>Sans vrai fournisseur, ce texto entre comme si un téléphone l’avait envoyé à la compagnie.</Hint>
          <SelectField
            name={at('companyId')}
            label="Compagnie"
            searchable
            choices={companies.data?.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <PhoneField name={at('phone')} label="Numéro du téléphone" />
          <TextareaField name={at('text')} label="Texto" minRows={2} maxLength={longestReply} />
          <SubmitButton busy={play.isPending}>Simuler</SubmitButton>
          {play.isSuccess && (
            <output className={classes.played}>
              {play.data.answer ? (
                <>
                  Le téléphone reçoit&nbsp;: <q>{play.data.answer}</q>
                </>
              ) : (
                'Texto entré. Le téléphone ne reçoit rien.'
              )}
            </output>
          )}
        </Stack>
      </Form>
    </div>
  )
}
