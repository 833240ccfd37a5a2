import { type PhoneSecret, type SecondFactor, secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ask as askServer } from '../api.ts'
import { useCall } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { CodeField } from './CodeField.tsx'
import { FactorSetup, PhoneSetup } from './FactorSetup.tsx'
import { troublesOf } from './factor-troubles.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Shown to users who may have a second factor or already have one (docs/product/identity.md). */
export function SecondFactorCard() {
  const factor = useCall(secondFactorCalls.getSecondFactor)
  const [isSettingUp, setSettingUp] = useState(false)
  if (!factor.data || !(factor.data.isOffered || factor.data.isOn)) return null

  async function finish() {
    setSettingUp(false)
    notify('success', 'La validation en deux étapes est activée.')
    await factor.refetch()
  }

  return (
    <section className="bordee-card" aria-label="Validation en deux étapes">
      <Stack p="lg">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Validation en deux étapes
          </Title>
          <Status tone={factor.data.isOn ? 'good' : 'neutral'}>{factor.data.isOn ? 'Activée' : 'Désactivée'}</Status>
        </Group>
        {isSettingUp ? (
          <FactorSetup onOn={() => void factor.refetch()} onDone={finish} onGivenUp={() => setSettingUp(false)} />
        ) : factor.data.isOn ? (
          <On factor={factor.data} onChanged={() => factor.refetch()} />
        ) : (
          <>
            <Text size="sm">
              En plus de votre mot de passe, un code de votre téléphone est demandé à chaque connexion. Qui devine ou vole votre mot de
              passe n’entre pas.
            </Text>
            <Button ml="auto" onClick={() => setSettingUp(true)}>
              Activer
            </Button>
          </>
        )}
      </Stack>
    </section>
  )
}

function On({ factor, onChanged }: { factor: SecondFactor; onChanged: () => unknown }) {
  const zone = useZone()
  const [fresh, setFresh] = useState<string[]>()
  const [newPhone, setNewPhone] = useState<PhoneSecret>()

  async function renew() {
    const made = await askPasswordAndCode('Nouveaux codes de secours', 'Les codes que vous aviez ne serviront plus.', (given) =>
      askServer(secondFactorCalls.renewRecoveryCodes, given),
    )
    if (made) setFresh(made.recoveryCodes)
  }

  async function changePhone() {
    setNewPhone(
      await askPasswordAndCode(
        'Changer de téléphone',
        'Sans l’ancien téléphone, entrez un code de secours. L’ancien donne vos codes jusqu’à ce que le nouveau soit confirmé.',
        (given) => askServer(secondFactorCalls.beginNewPhone, given),
      ),
    )
  }

  async function keepNewPhone() {
    setNewPhone(undefined)
    notify('success', 'Votre nouveau téléphone donne maintenant vos codes.')
    await onChanged()
  }

  /** Reads the state again: the change may have been made even if its answer was lost. */
  function giveUpNewPhone() {
    setNewPhone(undefined)
    void onChanged()
  }

  async function switchOff() {
    const done = await askPasswordAndCode(
      'Désactiver la validation en deux étapes?',
      'Votre mot de passe suffira de nouveau pour vous connecter.',
      (given) => askServer(secondFactorCalls.switchOffSecondFactor, given).then(() => true),
    )
    if (!done) return
    notify('success', 'La validation en deux étapes est désactivée.')
    await onChanged()
  }

  if (fresh)
    return (
      <RecoveryCodes
        codes={fresh}
        onKept={() => {
          setFresh(undefined)
          return onChanged()
        }}
      />
    )
  if (newPhone)
    return (
      <PhoneSetup
        title="Changer de téléphone"
        button="Confirmer"
        secret={newPhone}
        confirm={(code) => askServer(secondFactorCalls.confirmNewPhone, { code })}
        onDone={keepNewPhone}
        onGivenUp={giveUpNewPhone}
      />
    )
  return (
    <>
      <Text size="sm">
        Un code de votre téléphone est demandé à chaque connexion, depuis le {formatInstant(factor.since, zone)}. Il vous reste{' '}
        {count(factor.recoveryCodesLeft, 'code')} de secours.
      </Text>
      {factor.isRequired && <Text size="sm">Elle est obligatoire pour votre compte.</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void changePhone()}>
          Changer de téléphone
        </Button>
        <Button variant="default" onClick={() => void renew()}>
          Nouveaux codes de secours
        </Button>
        {!factor.isRequired && (
          <Button variant="default" color="red" onClick={() => void switchOff()}>
            Désactiver
          </Button>
        )}
      </Group>
    </>
  )
}

interface Given {
  password: string
  code: string
}

/** Asks for password and code until the server accepts them. Undefined when the user cancels. */
const askPasswordAndCode = <T,>(title: string, lead: string, send: (given: Given) => Promise<T>) =>
  ask<T | undefined>(title, undefined, (answer) => <PasswordAndCode lead={lead} send={send} onAnswer={answer} />)

function PasswordAndCode<T>({
  lead,
  send,
  onAnswer,
}: {
  lead: string
  send: (given: Given) => Promise<T>
  onAnswer: (answer: T | undefined) => void
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [troubles, setTroubles] = useState<{ password?: string; code?: string }>({})
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    try {
      onAnswer(await send({ password, code }))
    } catch (error) {
      setTroubles(troublesOf(error))
      setBusy(false)
    }
  }

  return (
    <QuestionForm
      submit="Continuer"
      busy={isBusy}
      ready={password !== '' && code.trim() !== ''}
      onSubmit={submit}
      onCancel={() => onAnswer(undefined)}
    >
      <Text size="sm">{lead}</Text>
      <OwnPassword value={password} onChange={setPassword} trouble={troubles.password} />
      <CodeField value={code} onChange={setCode} trouble={troubles.code} takesBoth />
    </QuestionForm>
  )
}
