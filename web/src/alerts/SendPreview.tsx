// Shown around a press of « Envoyer »: what the send will do, its cost, and what we know when the answer is lost.
import { type AlertPreview, cancellationReasons, cancellationTexts } from '@bordee/core/alerts/alert.ts'
import type { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { lengthOf, limitOf } from '@bordee/core/messages/sms-text.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Alert, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LateInvoices } from '../billing/LateInvoices.tsx'
import type { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { occupantsIn } from '../sectors/useSectorColumn.ts'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './alerts.module.css'
import { durationText, otherwiseCancelled, paymentText } from './sendWords.ts'
import type { Order } from './usePress.ts'

interface PreviewProps {
  order: Order | null
  preview: ReturnType<typeof useCall<typeof alertCalls.previewAlert>>
  /** The page already says that it is not an hour for alerts. */
  isClosed: boolean
}

/** Before the send: how many people, by SMS or call, who is left out and why, the cost and the bank's balance. */
export function Preview({ order, preview, isClosed }: PreviewProps) {
  const { data } = preview
  const line = (label: string, value: ReactNode, isStrong = false) => (
    <>
      <dt data-strong={isStrong || undefined}>{label}</dt>
      <dd data-strong={isStrong || undefined}>{value}</dd>
    </>
  )
  return (
    <section className={`bordee-card ${classes.preview}`} aria-label="Avant d’envoyer" aria-live="polite">
      <Title order={2} size="h5">
        Avant d’envoyer
      </Title>
      {!order && <Hint>Choisissez un message et à qui l’envoyer.</Hint>}
      {order && preview.isPending && <Text size="sm">Calcul…</Text>}
      {order && preview.isError && (
        <Text size="sm" c="var(--mantine-color-error)">
          Impossible de préparer l’envoi. Veuillez réessayer.
        </Text>
      )}
      {order && data && (
        <>
          {data.refusal && !isClosed && (
            <Alert color="amber">
              {data.refusal}
              {data.isSuspended && <LateInvoices />}
            </Alert>
          )}
          {!data.refusal && data.lateCount > 0 && <Alert color="amber">{lateText(data.lateCount)}</Alert>}
          <dl>
            {line('Occupants visés', <Targeted order={order} count={data.expectedCount} />)}
            {line('Par texto', formatNumber(data.byMethod.sms), true)}
            {line('Par appel', formatNumber(data.byMethod.call), true)}
            {cancellationReasons.map((reason) => {
              const n = reason === 'other' ? otherwiseCancelled(data) : data.cancelled[reason]
              return n ? <Line key={reason} label={cancellationTexts[reason]} value={formatNumber(n)} /> : null
            })}
            {hourLines.map(([key, label]) => {
              const n = data.hours[key]
              return n ? <Line key={key} label={label} value={formatNumber(n)} /> : null
            })}
            {data.seconds > 0 && line('Durée de l’envoi', durationText(data.seconds))}
            {data.bankAmount !== null && line('Dans la banque', count(data.bankAmount, 'alerte'))}
          </dl>
          {data.reasons.length > 0 && <Reasons preview={data} />}
          <Text size="sm">Coût&nbsp;: {paymentText({ told: toldBy(data), amount: data.amount, bankAmount: data.bankAmount })}</Text>
        </>
      )}
    </section>
  )
}

/** Whose hours keep or refuse how many. */
const hourLines = [
  ['held', 'Retenus jusqu’à la fin de leurs heures de tranquillité'],
  ['quiet', 'Refusés\u00a0: heures de tranquillité'],
  ['call-hours', 'Refusés\u00a0: hors des heures d’appel'],
] as const

/** Every reason that will be told, with the longest text that they make: a driver may have written some of them. */
function Reasons({ preview: { reasons, longestText } }: { preview: AlertPreview }) {
  return (
    <>
      <dl className={classes.reasons} aria-label="Raisons">
        {reasons.map(({ reason, sitesCount }) => (
          <Line key={reason} label={reason ?? 'Sans raison'} value={formatNumber(sitesCount)} />
        ))}
      </dl>
      <p className={classes.said}>{longestText}</p>
      <Hint>
        Le texte le plus long&nbsp;: {lengthOf(longestText)} caractères sur {limitOf(longestText)}
      </Hint>
    </>
  )
}

/** Opens the sector's occupants beside the form, which keeps what was chosen. */
function Targeted({ order: { sectorId }, count: targeted }: { order: Order; count: number }) {
  const canList = useCan()(sectorCalls.listSectors)
  return sectorId && canList ? <CountLink count={targeted} {...occupantsIn([sectorId])} target="_blank" /> : formatNumber(targeted)
}

export const toldBy = ({ byMethod: { sms, call } }: AlertPreview) => sms + call

const lateText = (lateCount: number) =>
  `${count(lateCount, 'personne')} ${lateCount > 1 ? 'ne pourraient être avisées' : 'ne pourrait être avisée'} à ` +
  'temps\u00a0: l’envoi s’arrête à l’heure de fin permise, et après 12 heures.'

/** The last check before the send: target, text, cost and what pays for it. */
export function Confirmation({ targetName, preview }: { targetName: string; preview: AlertPreview }) {
  const told = toldBy(preview)
  const ways = [
    preview.byMethod.sms && count(preview.byMethod.sms, 'texto', 'textos'),
    preview.byMethod.call && count(preview.byMethod.call, 'appel'),
  ]
  return (
    <span className={classes.confirmation}>
      <span>
        À qui&nbsp;: <strong>{targetName}</strong>, {ways.filter(Boolean).join(' et ')}
      </span>
      <q>{preview.longestText}</q>
      <span>Coût&nbsp;: {paymentText({ told, amount: preview.amount, bankAmount: preview.bankAmount })}</span>
      {preview.lateCount > 0 && <span>{lateText(preview.lateCount)}</span>}
    </span>
  )
}

/** Shown when the answer to a press was lost: what we know so far. */
export function LostPress({ state, onClose }: { state: 'asking' | 'absent'; onClose: () => void }) {
  return state === 'asking' ? (
    <Alert mb="md" color="amber" role="status">
      La connexion s’est perdue pendant l’envoi. Nous vérifions si l’alerte est partie…
    </Alert>
  ) : (
    <Alert mb="md" color="amber" role="status" withCloseButton closeButtonLabel="Fermer" onClose={onClose}>
      L’alerte n’est pas partie&nbsp;: la connexion s’est perdue avant. Vous pouvez l’envoyer de nouveau.
    </Alert>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)
