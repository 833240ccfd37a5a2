import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import type { Punch } from '@bordee/core/punches/punch.ts'
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { compareText } from '@bordee/core/text.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClockHour4, IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { ask, askText, confirm } from '../ui/dialogs.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { notify } from '../ui/notify.ts'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { useZone } from '../ui/zone.ts'
import { ExportHours } from './ExportHours.tsx'
import { approvalText, byPerson, type Days, sumText, weekName, weekOf } from './hoursWords.ts'
import { NewHours } from './NewHours.tsx'
import { PersonHours } from './PersonHours.tsx'
import { ProposedHours } from './ProposedHours.tsx'

/** Everyone who may have hours, by name. */
function usePeople() {
  const accounts = useCall(accountCalls.listAccounts, { roles: ['owner', 'employee'] })
  return accounts.data
    ?.map(({ id, firstName, lastName, email }) => ({ value: id, label: [firstName, lastName].filter(Boolean).join(' ') || email }))
    .toSorted((a, b) => compareText(a.label, b.label))
}

// hours: who worked when, week by week (docs/product/punches.md).
export function HoursScreen() {
  const today = todayIn(useZone(), new Date())
  const [week, setWeek] = useState(() => weekOf(today))
  const [accountId, setAccountId] = useState<string | null>(null)
  const people = usePeople()
  const unread = useUnread(people)
  const input = { ...week, ...(accountId && { accountId }) }
  const punches = useCall(punchCalls.listPunches, input)
  const proposed = useCall(punchCalls.listProposedPunches, week)
  useLive('punches', () => Promise.all([punches.refetch(), proposed.refetch()]), { isUnderWay: false })
  const write = () => void ask('Inscrire des heures', null, (close) => <NewHours people={people} onClose={() => close(null)} />)
  const turn = (days: number) => setWeek(({ from }) => weekOf(addDays(from, days)))
  return (
    <>
      <PageHeader
        title="Heures"
        description="Qui a travaillé de quand à quand, et ce qui est payé."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} />}
              onClick={() => void ask('Exporter les heures', null, (close) => <ExportHours people={people} onClose={() => close(null)} />)}
            >
              Exporter
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={write}>
              Inscrire des heures
            </Button>
          </>
        }
      />
      <Group mb="md" gap="sm">
        <Group gap={6} wrap="nowrap">
          <ActionIcon variant="default" size={36} aria-label="Semaine précédente" onClick={() => turn(-7)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <Text fw={600} className="bordee-figures" role="status">
            {weekName(week)}
          </Text>
          <ActionIcon variant="default" size={36} aria-label="Semaine suivante" disabled={week.to >= today} onClick={() => turn(7)}>
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
        <Select
          aria-label="Personne"
          placeholder="Toute l’équipe"
          clearable
          searchable
          data={people ?? []}
          {...unread}
          value={accountId}
          onChange={setAccountId}
          w={{ base: '100%', xs: 240 }}
        />
      </Group>
      <Stack>
        {proposed.data && <ProposedHours proposed={proposed.data.filter((one) => !accountId || one.accountId === accountId)} />}
        <Loaded query={punches} pick={itself} what="Semaine" home="/dashboard/hours">
          {(found) => <Week key={week.from} punches={found} week={week} accountId={accountId} onWrite={write} />}
        </Loaded>
      </Stack>
    </>
  )
}

interface WeekProps {
  punches: readonly Punch[]
  week: Days
  accountId: string | null
  onWrite: () => void
}

function Week({ punches, week, accountId, onWrite }: WeekProps) {
  const [withRemoved, setWithRemoved] = useState(false)
  const people = byPerson(punches, withRemoved)
  const removed = punches.filter(({ removedAt }) => removedAt !== null).length
  const sums = { worked: sum(people.map(({ worked }) => worked)), paid: sum(people.map(({ paid }) => paid)) }
  return (
    <>
      {people.length === 0 ? (
        <EmptyState
          card
          icon={<IconClockHour4 />}
          title="Aucune heure cette semaine"
          description="Les opérateurs commencent et terminent leur journée sur leur téléphone. Vous pouvez aussi inscrire leurs heures."
          action={<Button onClick={onWrite}>Inscrire des heures</Button>}
        />
      ) : (
        <>
          <Group justify="space-between">
            <Text className="bordee-figures">{sumText(sums)}</Text>
            <Approving week={week} accountId={accountId} hasApproved={punches.some(({ approvedAt }) => approvedAt)} />
          </Group>
          {people.map((person) => (
            <PersonHours key={person.key} person={person} />
          ))}
        </>
      )}
      {removed > 0 && (
        <Checkbox
          label={`Montrer ce qui a été retiré (${removed})`}
          checked={withRemoved}
          onChange={(event) => setWithRemoved(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

const sum = (minutes: readonly number[]) => minutes.reduce((all, one) => all + one, 0)

/** Of what is shown: a week, of one person or of everyone. */
function Approving({ week, accountId, hasApproved }: { week: Days; accountId: string | null; hasApproved: boolean }) {
  const can = useCan()
  const approve = useAction(punchCalls.approvePunches, {
    failed: 'Impossible d’approuver ces heures.',
    after: (done) => notify(done.openCount + done.undecidedCount > 0 ? 'warning' : 'success', approvalText(done)),
  })
  const unapprove = useAction(punchCalls.unapprovePunches, { done: 'Approbation retirée', failed: 'Impossible de retirer l’approbation.' })
  const start = async () => {
    const message = 'Les heures terminées et décidées sont approuvées, puis ne changent plus.'
    if (await confirm({ title: 'Approuver les heures de la semaine?', message, confirm: 'Approuver' }))
      approve.mutate({ ...week, accountId })
  }
  const takeBack = async () => {
    const reason = await askText({ title: 'Retirer l’approbation de la semaine?', label: 'Motif', confirm: 'Retirer l’approbation' })
    if (reason) unapprove.mutate({ ...week, accountId, reason })
  }
  return (
    <Group gap="xs">
      {hasApproved && can(punchCalls.unapprovePunches) && (
        <Button variant="default" loading={unapprove.isPending} onClick={() => void takeBack()}>
          Retirer l’approbation
        </Button>
      )}
      <Button variant="light" loading={approve.isPending} onClick={() => void start()}>
        Approuver la semaine
      </Button>
    </Group>
  )
}
