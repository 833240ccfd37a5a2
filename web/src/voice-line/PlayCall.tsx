import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import type { PlayedAnswer } from '@bordee/core/voice-line/line.ts'
import { voiceLineCalls } from '@bordee/core/voice-line/voice-line.calls.ts'
import { id, optionalPhone } from '@bordee/core/wire.ts'
import { Button, Group, Stack } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './voiceLine.module.css'

const newCall = z.object({ companyId: id, phone: optionalPhone })
const blank = { companyId: '', phone: '' }
const at = fieldsOf<typeof blank>()

interface Step {
  /** Null as the call begins. */
  key: string | null
  answer: PlayedAnswer
}

interface Call {
  companyId: string
  callId: string
  phone: string | null
  steps: Step[]
}

/** Without a real provider: calls a company’s line as if from a phone, and presses keys. */
export function PlayCall() {
  const companies = useCall(companyCalls.listCompanies)
  const form = useForm(newCall, { defaultValues: blank })
  const [call, setCall] = useState<Call | null>(null)
  const play = useAction(voiceLineCalls.playCall, { failed: 'L’appel n’a pas été joué.' })

  async function begin(asked: z.output<typeof newCall>) {
    const begun = { ...asked, callId: crypto.randomUUID() }
    setCall({ ...begun, steps: [{ key: null, answer: await play.mutateAsync({ ...begun, pressed: null }) }] })
  }

  async function press({ steps, ...begun }: Call, { asked, tries }: PlayedAnswer, key: string) {
    if (!asked) return
    const answer = await play.mutateAsync({ ...begun, pressed: { asked, key, tries } })
    setCall({ ...begun, steps: [...steps, { key, answer }] })
  }

  return (
    <div className={classes.play}>
      <div className="bordee-card">
        <Form form={form} onSubmit={begin} problem={play.error} aria-label="Appeler la ligne vocale">
          <Stack>
            <Hint>Sans vrai fournisseur, cet appel entre comme si un téléphone avait composé le numéro de la compagnie.</Hint>
            <SelectField
              name={at('companyId')}
              label="Compagnie"
              searchable
              choices={companies.data?.map(({ id: value, name }) => ({ value, label: name }))}
            />
            <PhoneField name={at('phone')} label="Numéro qui appelle" description="Vide pour un numéro masqué." />
            <SubmitButton className={classes.call} leftSection={<IconPhone size={18} />} busy={play.isPending}>
              Appeler
            </SubmitButton>
          </Stack>
        </Form>
      </div>
      {call && <Conversation call={call} isWaiting={play.isPending} onPress={(answer, key) => void press(call, answer, key)} />}
    </div>
  )
}

interface ConversationProps {
  call: Call
  isWaiting: boolean
  onPress: (answer: PlayedAnswer, key: string) => void
}

function Conversation({ call: { phone, steps }, isWaiting, onPress }: ConversationProps) {
  const last = steps.at(-1)?.answer
  return (
    <section className="bordee-card" aria-label="Ce que la ligne dit" aria-live="polite">
      <ol className={classes.said}>
        {steps.map(({ key, answer }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <li key={i}>
            <small>{key === null ? (phone ? formatPhone(phone) : 'Numéro masqué') : `Touche ${key}`}</small>
            <p>{wordsOf(answer)}</p>
          </li>
        ))}
      </ol>
      {last?.next === 'ask' ? (
        <Group gap="xs" role="group" aria-label="Touches">
          {keys.map((key) => (
            <Button key={key} variant="default" className={classes.key} disabled={isWaiting} onClick={() => onPress(last, key)}>
              {key}
            </Button>
          ))}
        </Group>
      ) : (
        <Hint>L’appel est terminé.</Hint>
      )}
    </section>
  )
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

function wordsOf({ next, say, dialled }: PlayedAnswer): string {
  if (next === 'refuse') return 'La ligne est occupée\u00a0: trop d’appels.'
  return dialled ? `${say} Le ${formatPhone(dialled)} sonne.` : say
}
