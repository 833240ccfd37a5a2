import { Stack } from '@mantine/core'
import * as z from 'zod'
import { Captcha } from '../ui/Captcha.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { ChoiceField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField, TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { LargeScale } from '../ui/Look.tsx'
import { Status } from '../ui/Status.tsx'
import classes from './design.module.css'
import { Sample, Samples } from './Sample.tsx'

const request = z.object({
  size: z.string(),
  firstname: z.string().min(1, 'Ce champ est requis.'),
  email: z.email('Veuillez entrer un courriel valide'),
  phone: z.string(),
  texts: z.boolean(),
})
const sizes = { simple: 'Simple', double: 'Double', triple: 'Triple', quadruple: 'Quadruple', circular: 'Circulaire', other: 'Autre' }
const provider = { kind: 'altcha', challengeUrl: '/api/captcha/challenge' } as const
const nothing = () => {}

export function PublicSection() {
  const form = useForm(request, { defaultValues: { size: 'double', firstname: '', email: '', phone: '', texts: true } })
  const at = fieldsOf(form)
  return (
    <LargeScale>
      <Samples>
        <Sample name="Demande de soumission">
          <div className={classes.phone}>
            <div className={classes.hero}>
              <strong style={{ fontSize: 26, letterSpacing: '-.02em' }}>Demandez votre soumission</strong>
              <p>Déneigement résidentiel, réponse en un jour ouvrable.</p>
            </div>
            <div className="bordee-card" style={{ marginTop: 14, padding: 20, borderRadius: 16 }}>
              <Form form={form} onSubmit={nothing} aria-label="Soumission">
                <Stack>
                  <ChoiceField name={at('size')} label="Taille de l’entrée" choices={sizes} />
                  <TextField name={at('firstname')} label="Prénom" required autoComplete="given-name" />
                  <EmailField name={at('email')} label="Courriel" required />
                  <PhoneField name={at('phone')} label="Téléphone" required />
                  <SwitchField name={at('texts')} label="Recevoir les avis de passage par texto" />
                  <Captcha provider={provider} onToken={nothing} onExpired={nothing} />
                  <SubmitButton fullWidth>Envoyer ma demande</SubmitButton>
                </Stack>
              </Form>
            </div>
          </div>
        </Sample>
        <Sample name="Un contrat dans l’espace client">
          <div className="bordee-card" style={{ padding: 20, borderRadius: 16 }}>
            <Stack gap="sm" align="flex-start">
              <Status tone="attention">À signer</Status>
              <strong>1125, rue des Érables, Québec</strong>
              <span>Du 01/11/2026 au 15/04/2027</span>
            </Stack>
          </div>
        </Sample>
      </Samples>
    </LargeScale>
  )
}
