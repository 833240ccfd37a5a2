import type { Company } from '@bordee/core/companies/company.ts'
import { quoteConfigChanges } from '@bordee/core/quotes/quote-request.ts'
import { ActionIcon, Button, CopyButton, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import * as z from 'zod'
import { Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './quotes.module.css'
import { useSaveQuoteConfig } from './useSaveQuoteConfig.ts'

type Config = NonNullable<Company['quoteConfig']>

const origins = quoteConfigChanges.shape.allowedOrigins.unwrap()
const most = 10
/** Each line is an object so that useFieldArray can key it: lines keep their place when another is removed. */
const schema = z.object({ sites: z.array(z.object({ origin: origins.element })) })
type Values = z.input<typeof schema>
const at = fieldsOf<Values>()

/** The quote form on the company's own website: the code to paste, and the sites allowed to show it. */
export function OwnSite({ companyId, config }: { companyId: string; config: Config }) {
  const { save, error } = useSaveQuoteConfig('Impossible d’enregistrer les modifications.')
  const { form, onSubmit, prompt } = useEditing(schema, config, {
    valuesOf: ({ allowedOrigins = [] }): Values => ({ sites: allowedOrigins.map((origin) => ({ origin })) }),
    asInput: ({ sites }) => ({ allowedOrigins: sites.map(({ origin }) => origin) }),
    merged: ['allowedOrigins'],
    save,
  })
  return (
    <FormSection
      title="Le formulaire sur votre site"
      about="Les demandes qui y sont faites vous parviennent à vous seul, d’où qu’elles viennent."
    >
      <Snippet text={`<script src="${location.origin}/embed.js" data-company="${companyId}" async></script>`} />
      <Form form={form} onSubmit={onSubmit} problem={error} aria-label="Sites qui affichent le formulaire">
        <Stack>
          <Text size="sm">Nommez les sites où vous le collez&nbsp;: le formulaire ne s’affiche sur aucun autre.</Text>
          <Sites />
          <div>
            <SubmitButton whenDirty>Enregistrer</SubmitButton>
          </div>
        </Stack>
      </Form>
      {prompt}
    </FormSection>
  )
}

function Sites() {
  const { fields, append, remove } = useFieldArray<Values, 'sites', 'key'>({ name: 'sites', keyName: 'key' })
  return (
    <>
      {fields.map(({ key }, i) => (
        <div key={key} className={classes.line}>
          <TextField
            name={at(`sites.${i}.origin`)}
            label={<span className="bordee-visually-hidden">Adresse du site {i + 1}</span>}
            placeholder="https://exemple.ca"
            autoComplete="off"
          />
          <ActionIcon variant="subtle" color="red" size={36} aria-label={`Retirer le site ${i + 1}`} onClick={() => remove(i)}>
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      {fields.length < most ? (
        <div>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => append({ origin: '' })}>
            Ajouter un site
          </Button>
        </div>
      ) : (
        <Hint>Un formulaire peut être affiché par {most} sites au plus.</Hint>
      )}
    </>
  )
}

function Snippet({ text }: { text: string }) {
  return (
    <Stack gap="xs" align="start">
      <Textarea
        label="Ligne à coller dans votre page"
        description="Le formulaire paraît à cet endroit, à la largeur de votre page."
        className={classes.snippet}
        value={text}
        readOnly
        autosize
        w="100%"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
            {copied ? 'Copié' : 'Copier la ligne'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
