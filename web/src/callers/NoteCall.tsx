import type { Caller } from '@bordee/core/callers/call-sheet.ts'
import { callerCalls } from '@bordee/core/callers/callers.calls.ts'
import { type PhoneCall, type PhoneCallKind, phoneCallKindNames, phoneCallKinds } from '@bordee/core/callers/phone-call.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { Button, Checkbox, Group, Kbd, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconShieldHalf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { notify } from '../ui/notify.ts'
import { Hint } from '../ui/words.tsx'
import classes from './callers.module.css'

interface Props {
  /** Null for an unknown number. */
  caller: Caller | null
  phone: string | null
  onDone: () => void
  ref: Ref<HTMLDivElement>
}

/** The four buttons, each with its digit, and then what was said; those who run the company may also open a claim. */
export function NoteCall({ caller, phone, onDone, ref }: Props) {
  const [kind, setKind] = useState<PhoneCallKind | null>(null)
  const can = useCan()
  const kinds = phoneCallKinds.filter((one) => one !== 'request' || caller?.siteId)
  useHotkeys(kind === null ? kinds.map((one) => [String(phoneCallKinds.indexOf(one) + 1), () => setKind(one)]) : [])
  if (kind) return <CallForm kind={kind} caller={caller} phone={phone} onCancel={() => setKind(null)} onDone={onDone} />
  return (
    <div ref={ref} role="toolbar" aria-label="Noter l’appel" className={classes.kinds}>
      {kinds.map((one) => {
        const digit = String(phoneCallKinds.indexOf(one) + 1)
        return (
          <Button
            key={one}
            variant={one === 'request' ? 'filled' : 'default'}
            aria-keyshortcuts={digit}
            rightSection={<Kbd size="xs">{digit}</Kbd>}
            onClick={() => setKind(one)}
          >
            {phoneCallKindNames[one]}
          </Button>
        )
      })}
      {caller?.siteId && can(claimCalls.createClaim) && (
        <Button
          component={Link}
          to={`/dashboard/claims/create/${caller.siteId}`}
          variant="default"
          leftSection={<IconShieldHalf size={16} />}
          onClick={onDone}
        >
          Ouvrir une réclamation
        </Button>
      )}
    </div>
  )
}

/** What the user reads once the call is noted. */
const notedWords = ({ kind, operationId, customerId }: PhoneCall): string => {
  if (kind === 'request')
    return operationId ? 'La demande est au tableau, dans «\u00a0À traiter\u00a0».' : 'Notée\u00a0: elle attend la prochaine opération.'
  return customerId ? `${phoneCallKindNames[kind]}\u00a0: c’est au dossier.` : 'L’appel est noté.'
}

interface FormProps extends Omit<Props, 'ref'> {
  kind: PhoneCallKind
  onCancel: () => void
}

function CallForm({ kind, caller, phone, onCancel, onDone }: FormProps) {
  const [id] = useState(() => crypto.randomUUID()) // sent again after a lost answer, it is the same call
  const [text, setText] = useState('')
  const [isUrgent, setUrgent] = useState(false)
  const isReady = kind === 'request' || text.trim() !== ''
  const note = useAction(callerCalls.notePhoneCall, {
    failed: 'L’appel n’a pas été noté.',
    after: (noted) => {
      notify('success', notedWords(noted))
      onDone()
    },
  })

  function save() {
    if (!isReady || note.isPending) return
    const about = caller?.siteId ? { siteId: caller.siteId } : { customerId: caller?.customerId ?? null }
    note.mutate({ id, ...about, phone: phone ?? caller?.phone ?? null, kind, text: text.trim() || null, isUrgent })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && !event.shiftKey) save()
    else return
    event.preventDefault()
    event.stopPropagation() // Escape leaves the form, not the sheet
  }

  return (
    <form
      className={classes.form}
      aria-label={phoneCallKindNames[kind]}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        ref={(field) => field?.focus()}
        label={phoneCallKindNames[kind]}
        placeholder={kind === 'request' ? 'Détail, au besoin' : 'Ce que la personne dit'}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {kind === 'request' && <Checkbox label="Urgent" checked={isUrgent} onChange={(event) => setUrgent(event.currentTarget.checked)} />}
      <Group justify="space-between">
        <Hint>Entrée enregistre, Échap revient.</Hint>
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            Annuler
          </Button>
          <Button type="submit" loading={note.isPending} disabled={!isReady}>
            Enregistrer
          </Button>
        </Group>
      </Group>
    </form>
  )
}
