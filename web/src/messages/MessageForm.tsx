import { models } from '@bordee/core/messages/message.ts'
import { limitOf, madeSafe, symbolsOutside } from '@bordee/core/messages/sms-text.ts'
import { fold } from '@bordee/core/text.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useMe } from '../session.tsx'
import { Form, SubmitButton } from '../ui/form/Form.tsx'
import { ChoiceField, SelectField, SwitchField, TextareaField, TextField } from '../ui/form/fields.tsx'
import { type MessageValues, textsOfModel } from './messageForm.ts'
import classes from './messages.module.css'

interface Props {
  form: UseFormReturn<MessageValues, unknown, MessageValues>
  onSubmit: (values: MessageValues) => unknown
  problem: unknown
  isNew?: boolean
}

/** Mode, texts, visibility. Switching to manual clears the model and keeps its texts to begin with; back to system restores them (spec 3 §4.3). */
export function MessageForm({ form, onSubmit, problem, isNew = false }: Props) {
  const { company } = useMe()
  const [mode, model, long] = form.watch(['mode', 'model', 'long'])
  const { getValues, setValue } = form
  // One's own text begins as the model's.
  useEffect(() => {
    const texts = textsOfModel(model)
    if (mode !== 'manual' || !texts || getValues('short') || getValues('long')) return
    setValue('short', texts.short)
    setValue('long', texts.long)
  }, [mode, model, getValues, setValue])
  const symbols = symbolsOutside(long)
  const namesCompany = !company || fold(long).includes(fold(company.name.split(/\s+/)[0]))
  const shown = mode === 'system' ? textsOfModel(model)?.long : long
  return (
    <section className={`bordee-card ${classes.card}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="message" aria-label="Message">
        <div className={classes.split}>
          <Stack>
            <ChoiceField name="mode" label="Texte" choices={{ system: 'D’un modèle', manual: 'Le mien' }} />
            {mode === 'system' ? (
              <SelectField name="model" label="Modèle" required choices={models.map(({ id, short }) => ({ value: id, label: short }))} />
            ) : (
              <>
                <TextField
                  name="short"
                  label="Identifiant interne"
                  required
                  description="Pour vous retrouver; l’occupant ne le voit pas."
                />
                <TextareaField name="long" label="Message envoyé au client" required limit={limitOf(long)} />
                {symbols.length > 0 && (
                  <Alert color="amber" icon={<IconAlertTriangle />} title="70 caractères seulement">
                    <Text size="sm">
                      Ces symboles ne sont pas dans l’alphabet de base des téléphones&nbsp;: <strong>{symbols.join(' ')}</strong>
                    </Text>
                    <Button
                      size="xs"
                      variant="default"
                      mt="xs"
                      onClick={() => form.setValue('long', madeSafe(long), { shouldDirty: true, shouldValidate: true })}
                    >
                      Remplacer par des lettres simples
                    </Button>
                  </Alert>
                )}
                {long && !namesCompany && (
                  <Text size="sm" c="dimmed">
                    Le nom de votre compagnie n’est pas dans le message. La loi antipourriel demande de s’identifier.
                  </Text>
                )}
              </>
            )}
            <SwitchField name="isActive" label="Visible" description="Invisible, il ne peut pas être envoyé." />
            <Group>
              <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
            </Group>
          </Stack>
          <figure className={classes.phone} aria-label="Aperçu">
            <figcaption>{company?.name}</figcaption>
            <p>{shown || 'Votre message…'}</p>
            <small>1 SMS ou appel par occupant</small>
          </figure>
        </div>
      </Form>
    </section>
  )
}
