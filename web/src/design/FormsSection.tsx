import { invalid } from '@bordee/core/problem.ts'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod'
import { AddressPicker, type PickedAddress } from '../ui/AddressPicker.tsx'
import { CheckboxField, SwitchField } from '../ui/form/boxes.tsx'
import { ChoiceField, MultiSelectField, SelectField } from '../ui/form/choices.tsx'
import { DateField, TimeField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField, PasswordField, TextField } from '../ui/form/fields.tsx'
import { CardNumberField, CvcField, ExpiryField, PhoneField, TaxField } from '../ui/form/masks.tsx'
import { MoneyField, NumberField, PercentField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { notify } from '../ui/notify.ts'
import { Sample, Samples } from './Sample.tsx'

const schema = z.object({
  type: z.string(),
  name: z.string().min(1, 'Ce champ est requis.'),
  email: z.email('Ce champ requiert un courriel valide.'),
  password: z.string().min(8, 'Ce champ doit contenir 8 caractères minimums.'),
  phone: z.string(),
  tags: z.array(z.string()),
  price: z.number().nullable(),
  rate: z.number().nullable(),
  delay: z.number().nullable(),
  startAt: z.string().nullable(),
  alertFrom: z.string(),
  tvq: z.string(),
  tps: z.string(),
  card: z.string(),
  expiry: z.string(),
  cvc: z.string(),
  active: z.boolean(),
  terms: z.boolean(),
  size: z.string(),
  notes: z.string().max(160, 'Ce champ doit contenir 160 caractères ou moins.'),
})

const filled: z.input<typeof schema> = {
  type: 'residential',
  name: 'Éloïse Bélanger',
  email: 'eloise@exemple.ca',
  password: 'neige-et-sapin',
  phone: '4185551234',
  tags: ['salt', 'walk'],
  price: 123450,
  rate: 9.975,
  delay: 5,
  startAt: '2026-11-01',
  alertFrom: '06:00',
  tvq: '1234567890TQ0001',
  tps: '123456789RT0001',
  card: '4242424242424242',
  expiry: '12/31',
  cvc: '123',
  active: true,
  terms: true,
  size: 'double',
  notes: 'Garage à gauche; ne pas souffler la neige sur la haie.',
}
const blank: z.input<typeof schema> = {
  ...filled,
  name: '',
  email: 'eloise',
  password: '',
  phone: '',
  price: null,
  startAt: null,
  notes: '',
  terms: false,
}

const types = { residential: 'Résidentiel', commercial: 'Commercial' }
const extras = { salt: 'Sel', sand: 'Sable', walk: 'Trottoir', roof: 'Toiture' }
const refusal = invalid({
  client: {
    name: 'Ce nom est déjà utilisé.',
    email: 'Ce champ requiert un courriel valide.',
    number: 'Le numéro de client est déjà utilisé.',
  },
})

export function FormsSection() {
  return (
    <Samples>
      <Sample name="Tous les champs, remplis" wide>
        <ClientForm values={filled} />
      </Sample>
      <Sample name="Refusé par le serveur&nbsp;: un champ, et un sans champ">
        <Refused />
      </Sample>
      <Sample name="Désactivé, lecture seule">
        <Disabled />
      </Sample>
      <Sample name="Adresse&nbsp;: proposée, posée sur la carte, en erreur">
        <Addresses />
      </Sample>
    </Samples>
  )
}

function ClientForm({ values }: { values: z.input<typeof schema> }) {
  const form = useForm(schema, { defaultValues: values })
  const at = fieldsOf(form)
  return (
    <div className="bordee-card" style={{ padding: 20 }}>
      <Form form={form} onSubmit={() => notify('success', 'Modifications sauvegardées')} aria-label="Client">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          <SelectField name={at('type')} label="Type" choices={types} />
          <TextField name={at('name')} label="Nom" required maxLength={100} />
          <EmailField name={at('email')} label="Courriel" />
          <PasswordField name={at('password')} label="Mot de passe" fresh />
          <PhoneField name={at('phone')} label="Téléphone" />
          <MultiSelectField name={at('tags')} label="Extras" choices={extras} />
          <MoneyField name={at('price')} label="Prix" />
          <PercentField name={at('rate')} label="Taux" />
          <NumberField name={at('delay')} label="Délai entre alertes" min={0} max={1440} suffix="min" stepper />
          <DateField name={at('startAt')} label="Date de début" clearable />
          <TimeField name={at('alertFrom')} label="À partir de" step={30} />
          <TaxField name={at('tvq')} label="No TVQ" kind="tvq" />
          <TaxField name={at('tps')} label="No TPS" kind="tps" />
          <CardNumberField name={at('card')} label="Numéro de carte" />
          <Group grow>
            <ExpiryField name={at('expiry')} label="Échéance" />
            <CvcField name={at('cvc')} label="CVC" />
          </Group>
          <ChoiceField name={at('size')} label="Taille de l’entrée" choices={{ simple: 'Simple', double: 'Double' }} />
          <Stack gap="sm" justify="center">
            <SwitchField name={at('active')} label="Alertes actives" />
            <CheckboxField name={at('terms')} label="J’ai lu les conditions" />
          </Stack>
          <TextareaField name={at('notes')} label="Notes" limit={160} />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <SubmitButton whenDirty />
        </Group>
      </Form>
    </div>
  )
}

function Refused() {
  const form = useForm(schema, { defaultValues: blank })
  const at = fieldsOf(form)
  return (
    <div className="bordee-card" style={{ padding: 20 }}>
      <Form form={form} onSubmit={() => {}} problem={refusal} under="client" aria-label="Refusé">
        <Stack>
          <TextField name={at('name')} label="Nom" required />
          <EmailField name={at('email')} label="Courriel" />
          <SubmitButton />
        </Stack>
      </Form>
    </div>
  )
}

function Disabled() {
  const form = useForm(schema, { defaultValues: filled })
  const at = fieldsOf(form)
  return (
    <div className="bordee-card" style={{ padding: 20 }}>
      <Form form={form} onSubmit={() => {}} aria-label="Désactivé">
        <Stack>
          <TextField name={at('name')} label="Nom" disabled />
          <PhoneField name={at('phone')} label="Téléphone" disabled />
          <TextField name={at('email')} label="Courriel" readOnly description="Modifié par le client lui-même." />
          <SubmitButton whenDirty />
        </Stack>
      </Form>
    </div>
  )
}

const home: PickedAddress = {
  civicNumber: '1125',
  apartment: null,
  street: 'rue des Érables',
  city: 'Québec',
  state: 'QC',
  zip: 'G1R 2N5',
  country: 'CA',
  location: { lat: 46.8049, lng: -71.2265 },
}

function Addresses() {
  const [chosen, setChosen] = useState<PickedAddress | null>(home)
  const [none, setNone] = useState<PickedAddress | null>(null)
  const suggest = async (search: string) => [{ placeId: 'a', description: `${search}, Québec, QC` }]
  const details = async () => home
  return (
    <Stack className="bordee-card" p={20}>
      <AddressPicker label="Adresse" value={chosen} onChange={setChosen} suggest={suggest} details={details} pin />
      <AddressPicker
        label="Adresse du point de service"
        value={none}
        onChange={setNone}
        suggest={suggest}
        details={details}
        required
        error="Veuillez selectionné l'un des resultats suggérés"
      />
    </Stack>
  )
}
