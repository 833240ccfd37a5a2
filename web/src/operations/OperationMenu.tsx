import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { Board } from '@bordee/core/operations/board.ts'
import { reopenedWithin } from '@bordee/core/operations/operation.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { count } from '@bordee/core/text.ts'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconDots,
  IconLock,
  IconLockOpen,
  IconNote,
  IconPencil,
  IconRoute,
  IconSnowflake,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { confirm } from '../ui/dialogs.tsx'
import { isOut, roundPrepared } from './boardWords.ts'
import { useServerTime } from './useBoard.ts'
import { useNote } from './useNote.ts'

const questions = async () => import('./questions.tsx') // with their pickers, which the board itself doesn't need

/** ⋯: what is done with the operation as a whole. */
export function OperationMenu({ board, onRename }: { board: Board; onRename: () => void }) {
  const { operation, rounds } = board
  const { id, closedAt } = operation
  const now = useServerTime()
  const can = useCan()
  const navigate = useNavigate()
  const askNote = useNote(id)
  const goTo = (operationId: string) =>
    void navigate({ to: '/dashboard/operations/$id/{-$tab}', params: { id: operationId, tab: undefined } })
  const close = useAction(boardCalls.closeOperation, { done: 'Opération fermée.', failed: 'Impossible de fermer l’opération.' })
  const reopen = useAction(operationCalls.reopenOperation, { done: 'Opération rouverte.', failed: 'Impossible de rouvrir l’opération.' })
  const update = useAction(operationCalls.updateOperation, { done: 'Trajets enregistrés.', failed: 'Impossible de changer les trajets.' })
  const prepare = useAction(operationCalls.prepareRound, roundPrepared)
  const join = useAction(boardCalls.joinOperations, { done: 'Opérations jointes.', failed: 'Impossible de joindre les opérations.' })
  const split = useAction(boardCalls.splitOperation, {
    done: 'Opération scindée.',
    failed: 'Impossible de scinder l’opération.',
    after: (made) => goTo(made.id),
  })

  async function askThenClose() {
    const out = rounds.filter(isOut)
    const sure = await confirm({
      title: 'Fermer l’opération?',
      message:
        out.length > 0
          ? `${count(out.length, 'tournée')} en cours\u00a0: ${out.map(({ routeName }) => routeName).join(', ')}. ` +
            'Ce qui est en cours continue et reste dans cette opération. Les reprises que personne n’a prises sont retirées.'
          : 'Aucune tournée n’est en cours. Les reprises que personne n’a prises sont retirées.',
      confirm: 'Fermer l’opération',
    })
    if (sure) close.mutate({ id })
  }

  const callCrew = async () => (await import('../replies/askCrew.tsx')).askCrew(id)

  async function changeRoutes() {
    const routeIds = await (await questions()).askRoutes(operation)
    if (routeIds) update.mutate({ id, routeIds })
  }

  async function prepareRound() {
    const round = await (await questions()).askRound(operation)
    if (round) prepare.mutate({ id, ...round })
  }

  async function askThenJoin() {
    const otherId = await (await questions()).askJoin(operation)
    if (otherId) join.mutate({ id, otherId })
  }

  async function askThenSplit() {
    const at = await (await questions()).askSplit(operation)
    if (at) split.mutate({ id, at })
  }

  const mayCall = can(replyCalls.callCrew) && closedAt === null
  const canReopen = closedAt !== null && now - Date.parse(closedAt) < reopenedWithin * 3_600_000
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Autres actions" title="Autres actions">
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!closedAt && (
          <Menu.Item leftSection={<IconSnowflake size={16} />} onClick={() => void prepareRound()}>
            La Ville est passée…
          </Menu.Item>
        )}
        {mayCall && (
          <Menu.Item leftSection={<IconUsersGroup size={16} />} onClick={() => void callCrew()}>
            Rappel de l’équipe…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconNote size={16} />} onClick={() => void askNote()}>
          Ajouter une note…
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          Renommer…
        </Menu.Item>
        <Menu.Item leftSection={<IconRoute size={16} />} onClick={() => void changeRoutes()}>
          Trajets participants…
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => void askThenJoin()}>
          Joindre une autre opération…
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsSplit size={16} />} onClick={() => void askThenSplit()}>
          Scinder…
        </Menu.Item>
        {!closedAt && (
          <Menu.Item leftSection={<IconLock size={16} />} onClick={() => void askThenClose()}>
            Fermer l’opération…
          </Menu.Item>
        )}
        {canReopen && (
          <Menu.Item leftSection={<IconLockOpen size={16} />} onClick={() => reopen.mutate({ id })}>
            Rouvrir l’opération
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
