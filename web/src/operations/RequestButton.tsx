import type { OperationSite } from '@bordee/core/operations/board.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { IconPhonePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { useUnread } from '../ui/useUnread.ts'

interface Request {
  siteId: string
  note: string | null
  isUrgent: boolean
}

interface Props {
  operationId: string
  sites: OperationSite[] | undefined
}

/** Someone called: their site is to redo until it is done after that. A phone has « Appel » instead. */
export function RequestButton({ operationId, sites }: Props) {
  const add = useAction(operationCalls.addSiteRequest, { done: 'Demande notée.', failed: 'La demande n’a pas été notée.' })

  async function askThenAdd() {
    const request = await ask<Request | null>('Noter une demande', null, (answer) => <RequestForm sites={sites} onAnswer={answer} />)
    if (request) add.mutate({ id: operationId, request: { ...request, source: 'call' } })
  }

  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconPhonePlus size={15} />}
      loading={add.isPending}
      onClick={() => void askThenAdd()}
    >
      Demande
    </Button>
  )
}

function RequestForm({ sites, onAnswer }: { sites: OperationSite[] | undefined; onAnswer: (request: Request | null) => void }) {
  const [siteId, setSiteId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isUrgent, setUrgent] = useState(false)
  const unread = useUnread(sites)
  return (
    <QuestionForm
      submit="Noter"
      ready={siteId !== null}
      onSubmit={() => siteId && onAnswer({ siteId, note: note.trim() || null, isUrgent })}
      onCancel={() => onAnswer(null)}
    >
      <Select
        label="Point de service"
        placeholder="Adresse ou client"
        searchable
        limit={50}
        data={sites?.map((site) => ({ value: site.siteId, label: `${site.siteAddress} · ${site.customerName}` }))}
        value={siteId}
        onChange={setSiteId}
        nothingFoundMessage="Aucun point de service"
        {...unread}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={500} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <Checkbox label="Urgent" checked={isUrgent} onChange={(event) => setUrgent(event.currentTarget.checked)} />
    </QuestionForm>
  )
}
