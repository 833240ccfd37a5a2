import {
  type BulletinConfig,
  bulletinConfig,
  bulletinPath,
  bulletinStates,
  bulletinTitles,
  mostLinks,
  shortBulletinPath,
  usualSentences,
} from '@bordee/core/bulletins/bulletin.ts'
import { bulletinCalls } from '@bordee/core/bulletins/bulletins.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { ActionIcon, Anchor, Button, CopyButton, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useFieldArray } from 'react-hook-form'
import type * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { ColorField } from '../services/ServiceColor.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { OlderVersion, unlessOlder, useStartedVersion } from '../ui/form/OlderVersion.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './bulletins.module.css'

const schema = bulletinConfig.omit({ version: true })
type Values = z.input<typeof schema>
const at = fieldsOf<Values>()

// bulletin/settings: the public page of the company.
export function BulletinSettingsScreen() {
  const config = useCall(bulletinCalls.getBulletinConfig)
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Paramètres du bulletin"
        description="Votre page publique, que chacun peut lire sans compte."
        onBack={() => void navigate({ to: '/dashboard/bulletin' })}
      />
      <Loaded query={config} pick={itself} what="Bulletin" home="/dashboard/bulletin">
        {(found) => <SettingsForm config={found} onReload={async () => (await config.refetch()).data} />}
      </Loaded>
    </>
  )
}

const valuesOf = ({ version: _, ...values }: BulletinConfig): Values => values

function SettingsForm({ config, onReload }: { config: BulletinConfig; onReload: () => Promise<BulletinConfig | undefined> }) {
  const update = useAction(bulletinCalls.updateBulletinConfig, {
    done: 'Modifications enregistrées avec succès',
    failed: unlessOlder('Impossible d’enregistrer les modifications.'),
  })
  const { form, onSubmit, prompt } = useEditing(schema, config, {
    valuesOf,
    save: async (_changes, whole) => {
      const saved = await update.mutateAsync({ ...whole, version: version.current })
      version.current = saved.version
      return saved
    },
  })
  const version: RefObject<number> = useStartedVersion(form, config.version)
  return (
    <Form form={form} onSubmit={onSubmit} problem={update.error} under="input" aria-label="Bulletin">
      {prompt}
      <Stack gap="md">
        <OlderVersion update={update} what="bulletin" onReload={onReload} onFresh={(fresh) => form.reset(valuesOf(fresh))} />
        <FormSection title="Publication" about="Éteint, le bulletin n’existe pour personne.">
          <SwitchField name={at('isOn')} label="Publier le bulletin" />
          <TextField
            name={at('address')}
            label="Adresse"
            required
            maxLength={40}
            autoComplete="off"
            description={
              'Des lettres sans accent, des chiffres et des traits d’union. ' + 'Une ancienne adresse mène à la nouvelle pendant un an.'
            }
          />
          {config.isOn && <PageAddress address={config.address} />}
          <SwitchField name={at('isSeasonShown')} label="Dire combien de neige est tombée cette saison" />
          <SwitchField name={at('isUnlisted')} label="Demander aux moteurs de recherche de ne pas l’afficher" />
        </FormSection>
        <FormSection title="Bulletin automatique" about="Vos tournées l’écrivent pour vous.">
          <SwitchField
            name={at('isAutomatic')}
            label="Suivre les opérations"
            description="Il ne remplace jamais ce que quelqu’un a écrit depuis moins de deux heures."
          />
        </FormSection>
        <FormSection title="Contenu" about="Le nom et le logo sont ceux de votre compagnie.">
          <ColorField name={at('color')} label="Couleur" />
          <PhoneField name={at('phone')} label="Téléphone" description="Laissez vide pour n’en montrer aucun." />
          <Areas />
          <Links />
        </FormSection>
        <FormSection title="Phrases" about="Ce que dit chaque état. Laissez vide pour garder la phrase proposée.">
          {bulletinStates.map((state) => (
            <TextareaField
              key={state}
              name={at(`sentences.${state}`)}
              label={bulletinTitles[state]}
              placeholder={usualSentences[state]}
              nullable
              minRows={1}
            />
          ))}
        </FormSection>
        <SaveBar />
      </Stack>
    </Form>
  )
}

function PageAddress({ address }: { address: string }) {
  const short = `${location.origin}${shortBulletinPath(address)}`
  return (
    <div className={classes.address}>
      <Anchor href={bulletinPath(address)} target="_blank">
        {short}
      </Anchor>
      <CopyButton value={short}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? 'Copiée' : 'Copier l’adresse'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

const namesOf = (rows: readonly { id: string; name: string }[] | undefined) => rows?.map(({ id, name }) => ({ value: id, label: name }))

/** Without any, the page speaks of the whole company only. */
function Areas() {
  const sectors = useCall(sectorCalls.listSectors)
  const groupings = useCall(groupingCalls.listGroupings)
  return (
    <>
      <MultiSelectField
        name={at('sectorIds')}
        label="Secteurs nommés sur la page"
        description={'Aucun\u00a0: la page parle de toute la compagnie.'}
        choices={namesOf(sectors.data)}
      />
      {(groupings.data?.length ?? 0) > 0 && (
        <MultiSelectField name={at('groupingIds')} label="Regroupements nommés sur la page" choices={namesOf(groupings.data)} />
      )}
    </>
  )
}

function Links() {
  const { fields, append, remove } = useFieldArray<Values, 'links', 'key'>({ name: 'links', keyName: 'key' })
  return (
    <>
      {fields.map(({ key }, i) => (
        <div key={key} className={classes.line}>
          <TextField name={at(`links.${i}.label`)} label={`Lien ${i + 1}`} placeholder="Notre site" autoComplete="off" maxLength={60} />
          <TextField name={at(`links.${i}.url`)} label={`Adresse du lien ${i + 1}`} placeholder="https://exemple.ca" autoComplete="off" />
          <ActionIcon variant="subtle" color="red" size={44} mt={22} aria-label={`Retirer le lien ${i + 1}`} onClick={() => remove(i)}>
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      {fields.length < mostLinks ? (
        <div>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => append({ label: '', url: '' })}>
            Ajouter un lien
          </Button>
        </div>
      ) : (
        <Hint>La page montre {mostLinks} liens au plus.</Hint>
      )}
    </>
  )
}
