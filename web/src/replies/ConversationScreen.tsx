import { deliveryStatusNames } from '@bordee/core/alerts/alert.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import {
  type Conversation,
  type ConversationLine,
  type Reply,
  type ReplyCandidate,
  replyKindNames,
  replySourceNames,
} from '@bordee/core/replies/reply.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconArrowLeft, IconMailOpened, IconPhone } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { MessageText } from '../messages/MessageText.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { AnswerForm } from './AnswerForm.tsx'
import classes from './replies.module.css'
import { useWayToReplies } from './repliesList.ts'
import { useLiveReplies } from './useLiveReplies.ts'

// alerts/replies/:id: what was said between a phone and the office.
export function ConversationScreen() {
  const { id } = useParams({ from: '/dashboard/alerts/replies/$id' })
  const found = useCall(replyCalls.getReply, { id })
  useLiveReplies()
  const isLeaving = found.data?.lines.some(({ status }) => status === 'queued') ?? false
  useLive('alerts', () => found.refetch(), { isUnderWay: isLeaving })
  return (
    <AlertsTabs tab="replies">
      <Loaded query={found} pick={itself} what="Réponse" home="/dashboard/alerts/replies">
        {(conversation) => <Shown key={id} conversation={conversation} />}
      </Loaded>
    </AlertsTabs>
  )
}

function Shown({ conversation: { reply, lines, candidates, refusal } }: { conversation: Conversation }) {
  const goBack = useWayToReplies()
  const change = useAction(replyCalls.updateReply, { failed: 'La réponse n’a pas été modifiée.' })
  useReading(reply)
  return (
    <div className={classes.conversation} data-fills>
      <header className={`bordee-card ${classes.heading}`}>
        <ActionIcon variant="default" size={36} aria-label="Retour" onClick={goBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <SectionTitle>{reply.occupantName ?? (reply.phone ? formatPhone(reply.phone) : 'Signalement')}</SectionTitle>
        {reply.phone && (
          <ActionIcon component="a" variant="default" size={36} href={`tel:+1${reply.phone}`} aria-label="Appeler">
            <IconPhone size={18} />
          </ActionIcon>
        )}
      </header>
      <section className={`bordee-card ${classes.said}`} aria-label="Conversation">
        <Lines lines={lines} author={reply.occupantName ?? 'Occupant'} />
        <AnswerForm id={reply.id} refusal={refusal} />
      </section>
      <section className={`bordee-card ${classes.about}`} aria-label="De qui">
        <About reply={reply} />
        <WhoseReply
          reply={reply}
          candidates={candidates}
          isBusy={change.isPending}
          onChoose={(occupantId) => change.mutate({ id: reply.id, occupantId })}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMailOpened size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate({ id: reply.id, isRead: false }, { onSuccess: goBack })}
        >
          Marquer comme non lue
        </Button>
      </section>
    </div>
  )
}

/** Who opens it has read it; once, so that it can be marked as unread. */
function useReading({ id, isRead }: Reply) {
  const read = useAction(replyCalls.updateReply, { failed: () => null })
  const seen = useRef(false)
  useEffect(() => {
    if (!seen.current && !isRead) read.mutate({ id, isRead: true })
    seen.current = true
  }, [id, isRead, read.mutate])
}

function About({ reply }: { reply: Reply }) {
  const zone = useZone()
  const seesFolders = useCan()(clientCalls.getClient)
  const { customerId, customerName, operationId, operationName } = reply
  return (
    <Facts
      facts={{
        'Reçue le': formatInstant(reply.at, zone),
        Genre: replyKindNames[reply.kind],
        Par: reply.source === 'text' ? null : replySourceNames[reply.source],
        Téléphone: reply.occupantName && reply.phone && formatPhone(reply.phone),
        'Point de service': reply.siteAddress,
        Client:
          customerId && seesFolders ? (
            <TextLink to={`/dashboard/client-folders/edit/${customerId}/timeline`}>{customerName}</TextLink>
          ) : (
            customerName
          ),
        Opération: operationId && <TextLink to={`/dashboard/operations/${operationId}`}>{operationName}</TextLink>,
      }}
    />
  )
}

interface WhoseProps {
  reply: Reply
  candidates: readonly ReplyCandidate[]
  isBusy: boolean
  onChoose: (occupantId: string | null) => void
}

const candidateWords = ({ occupantName, siteAddress, customerName }: ReplyCandidate) =>
  [occupantName, siteAddress, customerName === occupantName ? null : customerName].filter(Boolean).join(' · ')

/** Several occupants may have one phone: the last alert decides, or the office. */
function WhoseReply({ reply: { phone, occupantId, occupantName }, candidates, isBusy, onChoose }: WhoseProps) {
  if (phone === null) return null
  if (candidates.length === 0)
    return <Hint>{occupantName ? 'Ce numéro est celui d’un accès de votre équipe.' : 'Ce numéro n’est à aucun de vos occupants.'}</Hint>
  if (candidates.length === 1 && occupantId) return null
  return (
    <Select
      label={occupantId ? 'Occupant' : 'À qui est ce numéro?'}
      placeholder="Choisissez l’occupant"
      data={candidates.map((one) => ({ value: one.occupantId, label: candidateWords(one) }))}
      value={occupantId}
      disabled={isBusy}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChoose(chosen)}
    />
  )
}

const senders = { resident: '', alert: 'Alerte', office: 'Bureau' }

/** Oldest first, as in a chat; opened at the last line. */
function Lines({ lines, author }: { lines: readonly ConversationLine[]; author: string }) {
  const zone = useZone()
  const list = useRef<HTMLOListElement>(null)
  const last = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls to itself
  useEffect(() => {
    const shown = list.current
    if (!shown) return
    // The form below takes its room once it knows what an answer costs.
    const resized = new ResizeObserver(() => shown.scrollTo({ top: shown.scrollHeight }))
    resized.observe(shown)
    return () => resized.disconnect()
  }, [last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <ol ref={list} className={classes.lines} aria-label="Messages" aria-live="polite" tabIndex={0}>
      {lines.map(({ id, at, from, text, userName, status }) => (
        <li key={id} data-from={from}>
          <small>
            {from === 'resident' ? author : [senders[from], userName].filter(Boolean).join(' · ')}
            {' · '}
            <time dateTime={at} className="bordee-figures">
              {formatInstant(at, zone)}
            </time>
          </small>
          <p>
            <MessageText text={text} />
          </p>
          {status && status !== 'delivered' && <small data-failed={status === 'failed' || undefined}>{deliveryStatusNames[status]}</small>}
        </li>
      ))}
    </ol>
  )
}
