import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { Output } from '@bordee/core/call.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Box, SegmentedControl, Select } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { StarterMessages } from '../messages/StarterMessages.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { notify } from '../ui/notify.ts'
import { EmptyState } from '../ui/states.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { type Why, WhyButton } from '../ui/WhyButton.tsx'
import { AlertsTabs } from './AlertsTabs.tsx'
import classes from './alerts.module.css'
import { ClosedHours, useHourRefusal } from './ClosedHours.tsx'
import { Confirmation, LostPress, Preview, toldBy } from './SendPreview.tsx'
import { SendProgress } from './SendProgress.tsx'
import { useOperationSites } from './useOperationSites.ts'
import { isOutcomeKnown, type Order, usePress } from './usePress.ts'
import { targetOf, useTargets } from './useTargets.ts'

// alerts/sending: pick a message and a target, preview, send.
export function SendingScreen() {
  return (
    <AlertsTabs tab="sending">
      <Sending />
    </AlertsTabs>
  )
}

function Sending() {
  const { company } = useMe()
  const isActive = isModuleActive(company, 'alerts')
  const messages = useCall(messageCalls.listMessages, isActive ? { active: true } : 'not yet')
  const targets = useTargets(isActive)
  const ofOperation = useOperationSites()
  const [chosenTab, setTab] = useState<Kind | null>(null)
  const tab = chosenTab ?? (ofOperation ? 'sites' : targets.usualKind)
  const [messageId, setMessageId] = useState<string | null>(null)
  const [chosenTarget, setTarget] = useState<string | null>(null)
  const operation = tab === 'sites' ? ofOperation : null
  const target = chosenTarget ?? operation?.first ?? null
  // A user who leaves the page during a send finds its progress again on return.
  const [code, setCode] = useSessionStorage<string | null>({
    key: `bordee:send:${company?.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })

  const client = useQueryClient()
  const answered = (outcome: Output<typeof alertCalls.sendAlert>) => {
    notify(outcome.type, outcome.message)
    if (outcome.code) setCode(outcome.code)
  }
  const press = usePress(company?.id, (outcome) => {
    answered(outcome)
    void client.invalidateQueries()
  })
  const send = useAction(alertCalls.sendAlert, {
    // When the answer is lost we don't know whether the alert left: usePress asks the server, and reports then.
    failed: (error) => (isOutcomeKnown(error) ? 'L’alerte n’a pas été envoyée. Contactez l’équipe du produit.' : null),
    after: answered,
  })
  const order: Order | null = messageId && target ? { messageId, ...(operation ? operation.targetOf(target) : targetOf(target)) } : null
  // A refusal may be temporary, so check again.
  const preview = useCall(alertCalls.previewAlert, order ?? 'not yet', {
    refetchInterval: (answer) => (answer?.refusal ? 5000 : false),
    what: null, // the preview says so itself
  })
  const message = messages.data?.find(({ id }) => id === messageId)

  async function askThenSend() {
    if (!order || !preview.data) return
    const told = toldBy(preview.data)
    const sure = await confirm({
      title: `Aviser ${count(told, 'personne')}?`,
      message: <Confirmation targetName={(operation ?? targets).nameOf(target) ?? ''} preview={preview.data} />,
      confirm: 'Envoyer',
    })
    if (sure) await press.send(order, (input) => send.mutateAsync(input))
  }

  const whyNotSend = (): Why => {
    if (!messageId) return 'Choisissez d’abord un message.'
    if (!target) return words.chooseFirst
    if (preview.isFetching) return 'Un instant\u00a0: nous calculons qui sera avisé.'
    if (!preview.data) return 'Impossible de préparer l’envoi. Veuillez réessayer.'
    if (press.state === 'asking') return 'Un instant\u00a0: nous vérifions si l’alerte précédente est partie.'
    return preview.data.refusal ?? undefined
  }
  const choices = tab === 'sites' ? ofOperation?.choices : targets[tab]
  const words = kindWords[tab]
  const unreadMessages = useUnread(messages.data)
  const unread = useUnread(choices)
  const content = () => {
    if (messages.isLoadingError || targets.hasFailed || operation?.hasFailed) return <BrokenPart />
    if (messages.data?.length === 0) return <NoMessage />
    if (targets.areNone) return <NoTarget />
  }
  const instead = content()
  const refusal = useHourRefusal()
  return (
    <>
      {refusal && !instead && <ClosedHours refusal={refusal} />}
      {press.state && <LostPress state={press.state} onClose={press.forget} />}
      {code && (
        <Box mb="md">
          <SendProgress code={code} onClose={() => setCode(null)} />
        </Box>
      )}
      {instead ? (
        <div className="bordee-card">{instead}</div>
      ) : (
        <div className={classes.sending}>
          <section className={`bordee-card ${classes.form}`} aria-label="Envoi">
            <SegmentedControl
              aria-label="À qui"
              value={tab}
              onChange={(value) => {
                setTab(value as Kind)
                setTarget(null)
              }}
              data={(['sector', 'route', ...(ofOperation ? (['sites'] as const) : [])] as const).map((kind) => ({
                value: kind,
                label: kindWords[kind].tab,
              }))}
            />
            <Select
              label="Message"
              placeholder="Choisir un message"
              required
              searchable
              {...unreadMessages}
              data={messages.data?.map(({ id, short }) => ({ value: id, label: short }))}
              value={messageId}
              onChange={setMessageId}
            />
            {message && (
              <p className={classes.said}>
                <MessageText text={message.long} />
              </p>
            )}
            <Select
              label={words.label}
              description={operation?.operationName}
              placeholder={tab === 'sector' && targets.hasGroups ? 'Choisir un secteur ou un regroupement' : words.choose}
              required
              searchable
              limit={200}
              data={choices}
              value={target}
              onChange={setTarget}
              nothingFoundMessage={words.none}
              {...unread}
            />
            <WhyButton
              size="md"
              leftSection={<IconSend size={18} />}
              why={whyNotSend()}
              loading={send.isPending}
              onClick={() => void askThenSend()}
            >
              Envoyer
            </WhyButton>
          </section>
          <Preview order={order} preview={preview} isClosed={refusal !== null} />
        </div>
      )}
    </>
  )
}

type Kind = 'sector' | 'route' | 'sites'
const kindWords: Record<Kind, Record<'tab' | 'label' | 'choose' | 'chooseFirst' | 'none', string>> = {
  sector: {
    tab: 'Par secteur',
    label: 'Secteur',
    choose: 'Choisir un secteur',
    chooseFirst: 'Choisissez d’abord un secteur.',
    none: 'Aucun secteur',
  },
  route: {
    tab: 'Par trajet',
    label: 'Trajet',
    choose: 'Choisir un trajet',
    chooseFirst: 'Choisissez d’abord un trajet.',
    none: 'Aucun trajet',
  },
  sites: {
    tab: 'De l’opération',
    label: 'Points de service',
    choose: 'Choisir des points de service',
    chooseFirst: 'Choisissez d’abord des points de service.',
    none: 'Aucun point de service',
  },
}

function NoMessage() {
  const can = useCan()
  return can(messageCalls.createMessage) ? (
    <EmptyState
      title="Aucun message à envoyer"
      description="Préparez d’abord un message, et rendez-le visible."
      action={
        <>
          <LinkButton to="/dashboard/alerts/messages/create">Créer un message</LinkButton>
          <StarterMessages />
        </>
      }
    />
  ) : (
    <EmptyState title="Aucun message à envoyer" description="Le bureau doit d’abord préparer un message, et le rendre visible." />
  )
}

function NoTarget() {
  const { company } = useMe()
  const can = useCan()
  if (!can(sectorCalls.createSector))
    return <EmptyState title="Aucune personne à aviser" description="Le bureau doit d’abord créer un secteur ou un trajet." />
  const [to, label] = company?.sectorMode
    ? (['/dashboard/alerts/sectors/sector/create', 'Dessiner un premier secteur'] as const)
    : (['/dashboard/alerts/alerts-list/create', 'Créer un premier sous-secteur'] as const)
  return (
    <EmptyState
      title="Aucune personne à aviser"
      description="Un secteur réunit des points de service, dont les occupants sont avisés ensemble."
      action={<LinkButton to={to}>{label}</LinkButton>}
    />
  )
}
