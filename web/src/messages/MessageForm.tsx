import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { namesCompany } from '@bordee/core/messages/company-name.ts'
import { modelsFor } from '@bordee/core/messages/message.ts'
import { limitOf, symbolsOutside, toBasicAlphabet } from '@bordee/core/messages/sms-text.ts'
import { bulletinVariable, longestUsual, reasonVariable, trackingVariable } from '@bordee/core/messages/variables.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useMe } from '../session.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { ChoiceField, SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Hint } from '../ui/words.tsx'
import { isOfModel, type MessageValues, textsOfModel } from './messageForm.ts'
import classes from './messages.module.css'

/** Switching to manual keeps the model's texts as a start; switching back to system restores the model. */
export function MessageForm({ form, onSubmit, problem, isNew = false }: EntityForm<MessageValues>) {
  const at = fieldsOf(form)
  const { company } = useMe()
  const companyName = company?.name ?? ''
  const [mode, model, long, isActive] = form.watch(['mode', 'model', 'long', 'isActive'])
  const { getValues, setValue, clearErrors } = form
  // A manual text starts as the model's until the user edits it. Errors from the other mode no longer apply.
  useEffect(() => {
    clearErrors()
    const texts = textsOfModel(model, companyName)
    if (mode !== 'manual' || !texts || !isOfModel(getValues(), companyName)) return
    setValue('short', texts.short)
    setValue('long', texts.long)
  }, [mode, model, companyName, getValues, setValue, clearErrors])
  const filled = longestUsual(long)
  const symbols = symbolsOutside(filled)
  const shown = mode === 'system' ? textsOfModel(model, companyName)?.long : filled
  return (
    <section className={`bordee-card ${classes.card}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="message" aria-label="Message">
        <div className={classes.split}>
          <Stack>
            <ChoiceField name={at('mode')} label="Texte" choices={{ system: 'D’un modèle', manual: 'Le mien' }} />
            {mode === 'system' ? (
              <SelectField
                name={at('model')}
                label="Modèle"
                required
                choices={modelsFor(companyName).map(({ id, short }) => ({ value: id, label: short }))}
              />
            ) : (
              <>
                <TextField
                  name={at('short')}
                  label="Identifiant interne"
                  required
                  description="Pour vous retrouver; l’occupant ne le voit pas."
                />
                <TextareaField
                  name={at('long')}
                  label="Message envoyé au client"
                  required
                  description={
                    `${reasonVariable} devient ce que l’opérateur a noté, par exemple «\u00a0${usualReason}\u00a0». ` +
                    `${trackingVariable} devient le lien de suivi de chaque occupant, ${bulletinVariable} celui de votre bulletin.`
                  }
                  limit={limitOf(filled) - (filled.length - long.length)}
                />
                {symbols.length > 0 && (
                  <Alert color="amber" icon={<IconAlertTriangle />} title="70 caractères seulement">
                    <Text size="sm">
                      Ces symboles ne sont pas dans l’alphabet de base des téléphones&nbsp;: <strong>{symbols.join(' ')}</strong>
                    </Text>
                    <Button
                      size="xs"
                      variant="default"
                      mt="xs"
                      onClick={() => form.setValue('long', toBasicAlphabet(long), { shouldDirty: true, shouldValidate: true })}
                    >
                      Remplacer par des lettres simples
                    </Button>
                  </Alert>
                )}
              </>
            )}
            {company && mode === 'manual' && shown && !namesCompany(shown, company.name) && (
              <Hint>Le nom de votre compagnie n’est pas dans le message. La loi antipourriel demande de s’identifier.</Hint>
            )}
            <SwitchField
              name={at('isActive')}
              label={isActive ? 'Visible' : 'Invisible'}
              description="Invisible, il ne peut pas être envoyé."
            />
            <Group>
              <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
            </Group>
          </Stack>
          <figure className={classes.phone} aria-label="Aperçu">
            <figcaption>{company?.name}</figcaption>
            <p>{shown || 'Votre message…'}</p>
            <small>{company && priceOf(alertPriceOf(company))}</small>
          </figure>
        </div>
      </Form>
    </section>
  )
}

const usualReason = longestUsual(reasonVariable)

const priceOf = (cents: number) =>
  cents > 0 ? `${formatMoney(cents)} par occupant, par texto ou par appel` : 'Sans frais, par texto ou par appel'
