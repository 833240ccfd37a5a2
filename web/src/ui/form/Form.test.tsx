import { invalid, Problem } from '@bordee/core/problem.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { Look } from '../Look.tsx'
import { MultiSelectField, SelectField } from './choices.tsx'
import { DateField } from './dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from './Form.tsx'
import { EmailField, PasswordField, TextField } from './fields.tsx'
import { CardNumberField, ExpiryField, PhoneField, TaxField } from './masks.tsx'
import { MoneyField, NumberField } from './numbers.tsx'
import { TextareaField } from './TextareaField.tsx'
import { mergeable, touched } from './touched.ts'

const schema = z.object({
  name: z.string().min(1, 'Ce champ est requis.'),
  email: z.email('Ce champ requiert un courriel valide.'),
  phone: z.string(),
  price: z.number().nullable(),
  delay: z.number().nullable(),
  startAt: z.string().nullable(),
  notes: z.string(),
})
const blank: z.input<typeof schema> = { name: '', email: '', phone: '', price: null, delay: 5, startAt: null, notes: '' }

function Client({
  problem,
  send = () => {},
  values = blank,
}: {
  problem?: unknown
  send?: (values: unknown) => void
  values?: z.input<typeof schema>
}) {
  const form = useForm(schema, { defaultValues: values })
  const at = fieldsOf(form)
  return (
    <Look>
      <Form form={form} onSubmit={send} problem={problem} under="client">
        <TextField name={at('name')} label="Nom" required />
        <EmailField name={at('email')} label="Courriel" />
        <PhoneField name={at('phone')} label="Téléphone" />
        <MoneyField name={at('price')} label="Prix" />
        <NumberField name={at('delay')} label="Délai" min={0} max={1440} />
        <DateField name={at('startAt')} label="Date de début" />
        <TextareaField name={at('notes')} label="Notes" limit={10} />
        <SubmitButton whenDirty />
      </Form>
    </Look>
  )
}

/** A form that is reset to what it sent. */
function Saved() {
  const form = useForm(schema, { defaultValues: { ...blank, email: 'a@b.ca' } })
  return (
    <Look>
      <Form form={form} onSubmit={(values) => form.reset(values)} aria-label="Fiche">
        <TextField name={fieldsOf(form)('name')} label="Nom" required />
        <SubmitButton whenDirty />
      </Form>
    </Look>
  )
}

const accountSchema = z.object({ secret: z.string().min(8), name: z.string().min(1) })

function Account({ onInvalid }: { onInvalid: () => void }) {
  const form = useForm(accountSchema, { defaultValues: { secret: '', name: '' } })
  return (
    <Look>
      <Form form={form} onSubmit={() => undefined} onInvalid={onInvalid}>
        <PasswordField name={fieldsOf(form)('secret')} label="Mot de passe" />
        <TextField name={fieldsOf(form)('name')} label="Nom" />
        <SubmitButton />
      </Form>
    </Look>
  )
}

/** Checks its field without a submit. */
function Step() {
  const form = useForm(schema, { defaultValues: blank })
  return (
    <Look>
      <Form form={form} onSubmit={() => undefined}>
        <TextField name={fieldsOf(form)('name')} label="Nom" />
        <button type="button" onClick={() => void form.trigger('name')}>
          Suivant
        </button>
      </Form>
    </Look>
  )
}

/** vi.waitFor gives up after one second, which a busy machine may need. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000)
const field = (label: string) => page.getByRole('textbox', { name: label })

test('a schema error shows under its field, and the first wrong field takes the focus', async () => {
  const send = vi.fn()
  await render(<Client send={send} />)
  await expect.element(page.getByRole('button', { name: 'Enregistrer' })).toHaveAttribute('aria-disabled', 'true')

  await field('Notes').fill('abc')
  await page.getByRole('button', { name: 'Enregistrer' }).click()

  await expect.element(page.getByText('Ce champ est requis.')).toBeVisible()
  await expect.element(page.getByText('Ce champ requiert un courriel valide.')).toBeVisible()
  await expect.element(field('Nom')).toHaveFocus()
  expect(send).not.toHaveBeenCalled()
})

test('a password that is too short takes the focus before the field after it, and the form hears that nothing was sent', async () => {
  const onInvalid = vi.fn()
  await render(<Account onInvalid={onInvalid} />)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect.element(page.getByLabelText('Mot de passe', { exact: true })).toHaveFocus()
  expect(onInvalid).toHaveBeenCalled()
})

test('after sending by keyboard the focus stays, or moves to the form if its button is disabled', async () => {
  await render(<Saved />)
  await field('Nom').fill('Hélène')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Enregistrer' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(field('Nom')).toHaveFocus()

  await field('Nom').fill('Hélène Côté')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('button', { name: 'Enregistrer' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'Enregistrer' })).toHaveFocus()
})

test('an error that a wizard’s step showed goes while the field is being corrected', async () => {
  await render(<Step />)
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect.element(page.getByText('Ce champ est requis.')).toBeVisible()
  await field('Nom').fill('H')
  await expect.element(field('Nom')).toHaveFocus()
  await expect.element(page.getByText('Ce champ est requis.')).not.toBeInTheDocument()
})

test('a field that the user only passes through shows no error yet', async () => {
  await render(<Client />)
  await field('Nom').click()
  await field('Courriel').click()
  await field('Courriel').fill('pas un courriel')
  await field('Notes').click()

  await expect.element(page.getByText('Ce champ requiert un courriel valide.')).toBeVisible()
  await expect.element(page.getByText('Ce champ est requis.')).not.toBeInTheDocument()
})

test('the focused field has a ring, whatever its kind', async () => {
  await render(<Client />)
  const labels = ['Nom', 'Courriel', 'Téléphone', 'Prix', 'Délai', 'Date de début', 'Notes']
  for (const label of labels) {
    const input = field(label).element() as HTMLElement
    const ring = () => getComputedStyle(input.closest('.mantine-Input-input') ?? input)
    expect(ring().outlineStyle, label).toBe('none')
    input.focus()
    expect(`${ring().outlineStyle} ${ring().outlineWidth}`, label).toBe('solid 2px')
  }
})

test('a server error shows on its field, or at the top if it has no field on screen', async () => {
  const refusal = invalid({
    client: { email: 'Ce courriel est déjà utilisé.', number: 'Ce numéro est déjà utilisé.' },
    sites: { '0.street': 'La rue est requise.' },
  })
  await render(<Client problem={refusal} />)

  await expect.element(field('Courriel')).toHaveAccessibleDescription('Ce courriel est déjà utilisé.')
  await expect.element(page.getByRole('alert').getByText('Ce numéro est déjà utilisé.')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('La rue est requise.')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('Ce courriel est déjà utilisé.')).not.toBeInTheDocument()
})

const team = z.object({ name: z.string(), members: z.array(z.string()) })
function Team({ send }: { send: (changes: unknown) => void }) {
  const [stored, setStored] = useState({ name: 'Nord', members: ['Anne', 'Bruno'] })
  const form = useForm(team, { values: stored })
  const started = form.formState.defaultValues as z.output<typeof team>
  return (
    <Look>
      <Form form={form} onSubmit={(values) => send(mergeable(touched(started, values), started, ['members']))}>
        <TextField name={fieldsOf(form)('name')} label="Nom" />
        <button type="button" onClick={() => form.setValue('members', ['Bruno', 'Denise'], { shouldDirty: true })}>
          Remplacer Anne par Denise
        </button>
        <button type="button" onClick={() => setStored({ name: 'Nord-Est', members: ['Anne', 'Bruno', 'Carl'] })}>
          Un collègue ajoute Carl
        </button>
        <SubmitButton>Envoyer</SubmitButton>
      </Form>
    </Look>
  )
}

test('what a colleague adds to a list that the user is changing is not taken for a removal', async () => {
  const send = vi.fn()
  await render(<Team send={send} />)
  await page.getByRole('button', { name: 'Remplacer Anne par Denise' }).click()
  await page.getByRole('button', { name: 'Un collègue ajoute Carl' }).click()
  await expect.element(field('Nom')).toHaveValue('Nord-Est')
  await page.getByRole('button', { name: 'Envoyer' }).click()

  await eventually(() => expect(send).toHaveBeenCalledWith({ members: ['Denise'], removedMembers: ['Anne'] }))
})

const occupants = z.object({ occupants: z.array(z.object({ phone: z.string() })) })
const missingPhone = invalid({ occupants: { '1.phone': 'Requis' } })
function Occupants() {
  const form = useForm(occupants, { defaultValues: { occupants: [{ phone: '' }, { phone: '' }] } })
  const at = fieldsOf(form)
  return (
    <Look>
      <Form form={form} onSubmit={() => {}} problem={missingPhone} under="client">
        <PhoneField name={at('occupants.0.phone')} label="Premier" />
        <PhoneField name={at('occupants.1.phone')} label="Second" />
      </Form>
    </Look>
  )
}

test('errors of another envelope show on the fields named after it', async () => {
  await render(<Occupants />)
  await expect.element(field('Second')).toHaveAccessibleDescription('Requis')
  await expect.element(field('Second')).toHaveFocus()
})

function Retry() {
  const [problem, setProblem] = useState<unknown>()
  return (
    <Client
      problem={problem}
      values={{ ...blank, name: 'Éloïse', email: 'a@b.ca' }}
      send={() =>
        setProblem(problem ? undefined : new Problem(422, 'Invalide', { formErrors: { client: { name: 'Ce nom est déjà utilisé.' } } }))
      }
    />
  )
}

test('a server error disappears when the corrected field is sent again', async () => {
  await render(<Retry />)
  await field('Nom').fill('Éloïse Côté')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect.element(page.getByText('Ce nom est déjà utilisé.')).toBeVisible()

  await field('Nom').fill('Éloïse Roy')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect.element(page.getByText('Ce nom est déjà utilisé.')).not.toBeInTheDocument()
})

test('amounts are held in cents, numbers are clamped, and dates are typed as in Québec', async () => {
  const send = vi.fn()
  await render(<Client send={send} />)
  await field('Nom').fill('Éloïse')
  await field('Courriel').fill('eloise@exemple.ca')
  await userEvent.type(field('Prix'), '1234')
  await expect.element(field('Prix')).toHaveValue('1\u00a0234,00\u00a0$')
  await userEvent.keyboard(',') // wait for the field to place the cursor: nobody types faster
  await vi.waitFor(() => expect((field('Prix').element() as HTMLInputElement).selectionStart).toBe('1 234,'.length), { timeout: 20_000 })
  await userEvent.keyboard('5')
  await field('Délai').fill('9999')
  await field('Date de début').fill('05012026')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Enregistrer' }).click()

  await eventually(() => expect(send).toHaveBeenCalled())
  expect(send.mock.calls[0]?.[0]).toMatchObject({ price: 123450, delay: 1440, startAt: '2026-01-05' })
  await expect.element(field('Prix')).toHaveValue('1\u00a0234,50\u00a0$')
  await expect.element(field('Date de début')).toHaveValue('05/01/2026')
})

test.each(['2027-05-15', '15/5/27', '15/05/2027', '15 mai 2027', '15052027'])('« %s » is understood as a date', async (typed) => {
  const send = vi.fn()
  await render(<Client send={send} values={{ ...blank, name: 'A', email: 'a@b.ca', startAt: '2026-01-05' }} />)
  await field('Date de début').fill(typed)
  await userEvent.tab()
  await expect.element(field('Date de début')).toHaveValue('15/05/2027')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await eventually(() => expect(send.mock.calls[0]?.[0]).toMatchObject({ startAt: '2027-05-15' }))
})

const season = z.object({ startAt: z.iso.date() })

function Season({ send }: { send: (values: unknown) => void }) {
  const form = useForm(season, { defaultValues: { startAt: '2026-01-05' } })
  return (
    <Look>
      <Form form={form} onSubmit={send}>
        <DateField name={fieldsOf(form)('startAt')} label="Date de début" />
        <SubmitButton />
      </Form>
    </Look>
  )
}

test('what is not a date stays in its field, says so, and is never replaced by the date before', async () => {
  const send = vi.fn()
  await render(<Season send={send} />)
  await field('Date de début').fill('31/02/2027')
  await userEvent.tab()
  await expect.element(field('Date de début')).toHaveValue('31/02/2027')
  await expect.element(page.getByText(/n’est pas une date/)).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect.element(field('Date de début')).toHaveAttribute('aria-invalid', 'true')
  expect(send).not.toHaveBeenCalled()
})

test('the counter goes past its limit instead of cutting the text', async () => {
  await render(<Client />)
  await field('Notes').fill('douze lettres')
  await expect.element(page.getByText('13/10 caractères')).toBeVisible()
})

const masks = z.object({ phone: z.string(), tvq: z.string(), card: z.string(), expiry: z.string(), kind: z.string() })

function Masks({ send }: { send: (values: z.input<typeof masks>) => void }) {
  const form = useForm(masks, { defaultValues: { phone: '', tvq: '', card: '', expiry: '', kind: 'a' } })
  const at = fieldsOf(form)
  return (
    <Look>
      <Form form={form} onSubmit={send}>
        <PhoneField name={at('phone')} label="Téléphone" />
        <TaxField name={at('tvq')} label="TVQ" kind="tvq" />
        <CardNumberField name={at('card')} label="Carte" />
        <ExpiryField name={at('expiry')} label="Échéance" />
        <SelectField name={at('kind')} label="Type" choices={{ a: 'Résidentiel', b: 'Commercial' }} />
        <SubmitButton>Envoyer</SubmitButton>
        <button type="button" onClick={() => form.reset({ phone: '5149876543', tvq: '1234567890TQ0001', card: '', expiry: '', kind: 'b' })}>
          Remplir
        </button>
      </Form>
    </Look>
  )
}

async function paste(label: string, text: string) {
  const element = field(label).element()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  ;(element as HTMLInputElement).focus()
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('masks hold what the schema expects, and a pasted +1 is dropped', async () => {
  const send = vi.fn()
  await render(<Masks send={send} />)
  await paste('Téléphone', '+1 (418) 555-1234')
  await expect.element(field('Téléphone')).toHaveValue('(418) 555-1234')
  await userEvent.type(field('TVQ'), '12345678900001')
  await expect.element(field('TVQ')).toHaveValue('1234567890TQ0001')
  await userEvent.type(field('Carte'), '4242424242424242')
  await paste('Échéance', '12/2031')
  await page.getByRole('button', { name: 'Envoyer' }).click()

  await eventually(() => expect(send).toHaveBeenCalled())
  expect(send.mock.calls[0]?.[0]).toEqual({
    phone: '4185551234',
    tvq: '1234567890TQ0001',
    card: '4242424242424242',
    expiry: '12/31',
    kind: 'a',
  })
})

/** Fills in as browsers and password managers do: the whole text at once, then `input`. */
function autofill(label: string, text: string) {
  const input = field(label).element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}

test('autofill keeps the last digits of a phone with +1 and of a four-digit year', async () => {
  const send = vi.fn()
  await render(<Masks send={send} />)
  for (const written of ['+14185551234', '+1 (418) 555-1234', '14185551234', '418-555-1234']) {
    autofill('Téléphone', written)
    await expect.element(field('Téléphone')).toHaveValue('(418) 555-1234')
    autofill('Téléphone', '+1 514 987-6543')
    await expect.element(field('Téléphone')).toHaveValue('(514) 987-6543')
  }
  autofill('Échéance', '12/2031')
  await expect.element(field('Échéance')).toHaveValue('12/31')
  await page.getByRole('button', { name: 'Envoyer' }).click()

  await eventually(() => expect(send).toHaveBeenCalled())
  expect(send.mock.calls[0]?.[0]).toMatchObject({ phone: '5149876543', expiry: '12/31' })
})

test('a typed leading 1 is dropped from a phone, digits can be edited in the middle, and a reset shows', async () => {
  await render(<Masks send={() => {}} />)
  await userEvent.type(field('Téléphone'), '14185551234')
  await expect.element(field('Téléphone')).toHaveValue('(418) 555-1234')
  const input = field('Téléphone').element() as HTMLInputElement
  input.setSelectionRange(7, 7)
  await userEvent.keyboard('{Backspace}9')
  await expect.element(field('Téléphone')).toHaveValue('(418) 955-1234')

  await page.getByRole('button', { name: 'Remplir' }).click()
  await expect.element(field('Téléphone')).toHaveValue('(514) 987-6543')
  await expect.element(field('TVQ')).toHaveValue('1234567890TQ0001')
})

test('a field name that the form doesn’t hold does not compile', () => {
  const at = fieldsOf<z.input<typeof schema>>()
  // @ts-expect-error: the field is called `name`
  at('nom')
  // @ts-expect-error: only `fieldsOf` makes field names
  const unknown = <TextField name="name" label="Nom" />
  expect(unknown.props.name).toBe(at('name'))
  expect(fieldsOf<z.input<typeof schema>>(fieldsOf<{ client: object }>()('client'))('name')).toBe('client.name')
})

function Route({ choices }: { choices: { value: string; label: string }[] }) {
  const form = useForm(z.object({ services: z.array(z.string()) }), { defaultValues: { services: ['5f0c-id'] } })
  return (
    <Look>
      <Form form={form} onSubmit={() => {}}>
        <MultiSelectField name={fieldsOf(form)('services')} label="Services" choices={choices} />
      </Form>
    </Look>
  )
}

test('a chosen value shows its name, and never its id while the names are loading', async () => {
  const { rerender } = await render(<Route choices={[]} />)
  await expect.element(page.getByRole('combobox', { name: 'Services' })).toBeVisible()
  expect(document.body.textContent).not.toContain('5f0c-id')
  await rerender(<Route choices={[{ value: '5f0c-id', label: 'Déneigement' }]} />)
  await expect.element(page.getByText('Déneigement', { exact: true }).last()).toBeVisible()
})
