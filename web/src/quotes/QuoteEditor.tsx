import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { type QuoteRequest, quoteChanges, quoteStatusNames } from '@bordee/core/quotes/quote-request.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Alert, Button, Stack } from '@mantine/core'
import { IconArrowBackUp, IconFileText, IconFolder, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { valuesFrom } from '../ui/form/values.ts'
import { saveFirst } from '../ui/form/whyNot.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'
import { useZone } from '../ui/zone.ts'
import { Part, QuoteFacts } from './QuoteFacts.tsx'
import { QuoteStatus } from './QuoteStatus.tsx'

const schema = quoteChanges.required()

export function QuoteEditor({ quote }: { quote: QuoteRequest }) {
  const toList = useWayBack('quotes', '/dashboard/quotes/requests/list')
  const zone = useZone()
  const update = useAction(quoteCalls.updateQuote, { done: 'Modification sauvegardée', failed: 'Erreur lors de la sauvegarde.' })
  const { form, onSubmit, prompt } = useEditing(schema, quote, {
    valuesOf: (stored) => valuesFrom(schema, stored),
    save: (changes) => update.mutateAsync({ id: quote.id, quoteRequest: changes }),
  })
  const at = fieldsOf(form)
  return (
    <>
      <PageHeader
        title={`${quote.firstname} ${quote.lastname}`}
        description={
          <>
            {quote.address} <QuoteStatus quote={quote} />
          </>
        }
        onBack={toList}
        actions={<NextStep quote={quote} isDirty={form.formState.isDirty} />}
      />
      <Stack>
        {quote.withdrawnAt && (
          <Alert color="red" icon={<IconArrowBackUp />} title="Demande retirée">
            Son auteur l’a retirée le {formatInstant(quote.withdrawnAt, zone)}&nbsp;: il n’attend plus de réponse. Elle sera effacée après
            30 jours.
          </Alert>
        )}
        <QuoteFacts quote={quote}>
          <Part title="Suivi">
            <Form form={form} onSubmit={onSubmit} problem={update.error} under="quoteRequest" aria-label="Suivi">
              <Stack>
                <SelectField name={at('status')} label="Statut" choices={quoteStatusNames} />
                <TextareaField name={at('notes')} label="Notes" nullable minRows={4} />
                <SubmitButton whenDirty>Enregistrer</SubmitButton>
              </Stack>
            </Form>
          </Part>
        </QuoteFacts>
      </Stack>
      {prompt}
    </>
  )
}

/** Focuses the link that replaces the pressed button. */
const focusLink = (link: HTMLElement | null) => link?.focus()

/** First creates a folder, then a contract. The folder copies the notes, so unsaved changes must be saved first. */
function NextStep({ quote: { id, clientId, withdrawnAt }, isDirty }: { quote: QuoteRequest; isDirty: boolean }) {
  const can = useCan()
  const create = useAction(quoteCalls.createClientOfQuote, { done: 'Dossier créé avec succès', failed: 'Impossible de créer le dossier.' })
  if (!clientId)
    return (
      !withdrawnAt && (
        <WhyButton
          leftSection={<IconUserPlus size={16} />}
          why={isDirty && saveFirst}
          loading={create.isPending}
          onClick={() => create.mutate({ id })}
        >
          Créer le dossier
        </WhyButton>
      )
    )
  return (
    <>
      <Button
        variant="default"
        component={Link}
        ref={create.isSuccess ? focusLink : undefined}
        to={`/dashboard/client-folders/edit/${clientId}/client`}
        leftSection={<IconFolder size={16} />}
      >
        Ouvrir le dossier
      </Button>
      {can(contractCalls.createContract) && (
        <LinkButton to={`/dashboard/contracts/create/${clientId}`} leftSection={<IconFileText size={16} />}>
          Préparer un contrat
        </LinkButton>
      )}
    </>
  )
}
