import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { registrationFields } from '@bordee/core/companies/company.ts'
import { email, password, properName } from '@bordee/core/wire.ts'
import { Anchor, Divider, SimpleGrid, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import * as z from 'zod'
import { AddressField } from '../addresses/AddressField.tsx'
import { useAction } from '../calls.ts'
import { useCaptcha } from '../identity/useCaptcha.tsx'
import { track } from '../report.ts'
import { identity, useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { EmailField, PasswordField, TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { SectionTitle } from '../ui/words.tsx'

const registration = z.object({
  account: z.object({ firstName: properName(), lastName: properName(), email, password }),
  company: registrationFields,
})

const empty = {
  account: { firstName: '', lastName: '', email: '', password: '' },
  company: {
    name: '',
    QEN: '',
    email: '',
    phone: '',
    civicNumber: '',
    street: '',
    apartment: '',
    city: '',
    state: 'QC',
    country: 'CA',
    zip: '',
    location: null,
  },
}

/** Where anyone looks up a company's number by its name. */
const registry = 'https://www.registreentreprises.gouv.qc.ca'

// /sign-up: a company registers itself and its first owner (docs/product/companies.md).
export function SignUpScreen() {
  const form = useForm(registration, { defaultValues: empty })
  const at = fieldsOf(form)
  const navigate = useNavigate()
  const { reload } = useSession()
  const register = useAction(companyCalls.registerCompany, { failed: 'Une erreur s’est produite, inscription impossible pour le moment.' })

  const captcha = useCaptcha(register.error)

  async function save(values: z.output<typeof registration>) {
    const solution = await captcha.solution()
    if (!solution) throw new Error('The captcha is not ticked')
    await register.mutateAsync({ ...values, options: { captcha: solution } }, { onError: captcha.renew })
    track('sign-up')
  }
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))

  async function send(values: z.output<typeof registration>) {
    await save(values).then(
      () => enter(values.account),
      () => undefined, // the action and the fields show the error
    )
  }

  async function enter({ email, password }: { email: string; password: string }) {
    try {
      await identity.signIn(email, password)
      await reload()
      await navigate({ to: '/dashboard', search: { signUpWelcome: true }, ignoreBlocker: true })
    } catch (error) {
      notifyFailure(error, 'Une erreur s’est produite, impossible de vous connecter.')
      await navigate({ to: '/sign-in', ignoreBlocker: true })
    }
  }

  return (
    <PublicCard
      wide
      title="Inscrivez votre compagnie"
      lead={
        <>
          Sans carte de crédit. Vos dossiers clients s’ouvrent dès l’inscription; les modules s’ajoutent ensuite, selon vos besoins.
          <br />
          Vous avez déjà un compte?{' '}
          <Anchor component={Link} to="/sign-in" inherit underline="always" style={{ whiteSpace: 'nowrap' }}>
            Se connecter
          </Anchor>
        </>
      }
    >
      <Form form={form} onSubmit={send} onInvalid={captcha.solution} problem={register.error} aria-label="Inscription">
        {prompt}
        <Stack gap="md">
          <SectionTitle>Vous</SectionTitle>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('account.firstName')} label="Prénom" required autoComplete="given-name" />
            <TextField name={at('account.lastName')} label="Nom" required autoComplete="family-name" />
            <EmailField name={at('account.email')} label="Courriel" required />
            <PasswordField name={at('account.password')} label="Mot de passe" required description="Au moins 8 caractères." fresh />
          </SimpleGrid>
          <Divider />
          <SectionTitle>Votre compagnie</SectionTitle>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('company.name')} label="Nom de la compagnie" required autoComplete="organization" />
            <TextField
              name={at('company.QEN')}
              label="Numéro d’entreprise (NEQ)"
              description={
                <>
                  Les 10 chiffres que le Registraire des entreprises a donnés à votre compagnie. Vous les trouverez dans votre déclaration
                  annuelle ou dans le{' '}
                  <Anchor href={registry} target="_blank" rel="noreferrer" inherit underline="always">
                    registre des entreprises
                  </Anchor>
                  . Un numéro fédéral de 9 chiffres convient aussi.
                </>
              }
              required
              maxLength={14}
            />
            <EmailField name={at('company.email')} label="Courriel de la compagnie" required autoComplete="off" />
            <PhoneField name={at('company.phone')} label="Téléphone" required />
          </SimpleGrid>
          <AddressField label="Adresse" within={at('company')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('company.apartment')} label="Appartement ou bureau" maxLength={20} autoComplete="off" />
          </SimpleGrid>
          {captcha.box}
          <SubmitButton size="md" busy={register.isPending}>
            Inscrire ma compagnie
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}
