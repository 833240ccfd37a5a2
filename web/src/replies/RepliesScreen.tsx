import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { type Reply, type ReplyFilter, type ReplyKind, replyKindNames, replySourceNames } from '@bordee/core/replies/reply.ts'
import { count } from '@bordee/core/text.ts'
import { Anchor, SegmentedControl } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { useRows } from '../calls.ts'
import { useCan } from '../can.ts'
import { tabOf } from '../operations/boardLinks.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import type { EmptyWords } from '../ui/grid/GridMessage.tsx'
import type { Door } from '../ui/gridLink.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'
import classes from './replies.module.css'
import { repliesGrid, useReplyFilter } from './repliesList.ts'
import { useLiveReplies } from './useLiveReplies.ts'

// alerts/replies: what residents wrote back or reported, newest first.
export function RepliesScreen() {
  return (
    <AlertsTabs tab="replies">
      <Replies />
    </AlertsTabs>
  )
}

const filterNames: Record<ReplyFilter | 'all', string> = { all: 'Toutes', unread: 'Non lues', unknown: 'Numéros inconnus' }

const emptyWords: Record<ReplyFilter | 'all', EmptyWords> = {
  all: { title: 'Aucune réponse', description: 'Ce que les occupants répondent à vos alertes s’affiche ici.' },
  unread: { title: 'Tout est lu', description: 'Les réponses que personne n’a lues s’affichent ici.' },
  unknown: { title: 'Aucun numéro inconnu', description: 'Les textos de numéros qui ne sont à aucun de vos occupants s’affichent ici.' },
}

function Replies() {
  const filter = useReplyFilter()
  const navigate = useNavigate()
  const seesFolders = useCan()(clientCalls.getClient)
  const list = useRows(replyCalls.listReplies, filter ? { filter } : {})
  useLiveReplies()
  const columns = useMemo(() => columnsFor(seesFolders), [seesFolders])
  return (
    <>
      <SegmentedControl
        className={classes.filters}
        aria-label="Réponses à voir"
        value={filter ?? 'all'}
        onChange={(next) =>
          void navigate({ to: '.', search: ((now: object) => ({ ...now, filter: filterIn(next) })) as never, replace: true })
        }
        data={Object.entries(filterNames).map(([value, label]) => ({ value, label }))}
      />
      <DataGrid
        gridId={repliesGrid}
        label="Réponses"
        {...list}
        columns={columns}
        rowId={({ id }) => id}
        exportAs="reponses"
        onOpen={({ id }) =>
          void navigate({ to: '/dashboard/alerts/replies/$id', params: { id }, search: { filter: filter ?? undefined } as never })
        }
        empty={emptyWords[filter ?? 'all']}
      />
    </>
  )
}

const filterIn = (chosen: string) => (chosen === 'all' ? undefined : chosen)

const kindTones: Record<ReplyKind, StatusTone> = {
  text: 'neutral',
  moved: 'good',
  forgotten: 'attention',
  windrow: 'attention',
  ice: 'attention',
  damage: 'bad',
}

const stateNames = { unread: 'Non lue', read: 'Lue', answered: 'Répondue' }
const stateTones: Record<keyof typeof stateNames, StatusTone> = { unread: 'attention', read: 'neutral', answered: 'good' }
const stateOf = ({ isRead, answersCount }: Reply) => (!isRead ? 'unread' : answersCount > 0 ? 'answered' : 'read')

const textOf = ({ text, moreCount }: Reply) =>
  moreCount > 0 ? `${text} (+\u00a0${count(moreCount, 'autre texto', 'autres textos')})` : text

/** The name, or the number that nobody has. */
const authorOf = ({ occupantName, phone }: Reply) => occupantName ?? (phone ? formatPhone(phone) : '')

// A phone shows the first six columns.
const columnsFor = (seesFolders: boolean): GridColumn<Reply>[] => [
  { id: 'at', label: 'Reçue le', kind: 'instant', value: ({ at }) => at, size: 160 },
  { id: 'author', label: 'De', value: authorOf, size: 160 },
  {
    id: 'text',
    label: 'Texte',
    value: textOf,
    cell: (reply) => (
      <span className={classes.text} data-unread={!reply.isRead || undefined}>
        {textOf(reply)}
      </span>
    ),
    size: 300,
  },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: stateNames,
    value: stateOf,
    cell: (reply) => <Status tone={stateTones[stateOf(reply)]}>{stateNames[stateOf(reply)]}</Status>,
    size: 110,
  },
  {
    id: 'kind',
    label: 'Genre',
    kind: 'choice',
    choices: replyKindNames,
    value: ({ kind }) => kind,
    cell: ({ kind }) => <Status tone={kindTones[kind]}>{replyKindNames[kind]}</Status>,
    size: 150,
  },
  { id: 'site', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 220 },
  {
    id: 'operation',
    label: 'Opération',
    value: ({ operationName }) => operationName,
    cell: ({ operationId, operationName }) => operationId && <RowLink {...tabOf(operationId)}>{operationName}</RowLink>,
    size: 170,
  },
  {
    id: 'customer',
    label: 'Client',
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) =>
      customerId && seesFolders ? <RowLink {...folderOf(customerId)}>{customerName}</RowLink> : customerName,
    size: 170,
  },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: ({ phone }) => phone, size: 140 },
  { id: 'source', label: 'Par', kind: 'choice', choices: replySourceNames, value: ({ source }) => source, size: 120 },
]

const folderOf = (clientId: string) => ({
  to: '/dashboard/client-folders/edit/$clientId/$tab',
  params: { clientId, tab: 'timeline' },
})

/** A press on it doesn't open the row. */
const RowLink = ({ children, ...link }: Door & { children: ReactNode }) => (
  <Anchor component={Link} inherit {...(link as { to: string })} onClick={(event) => event.stopPropagation()}>
    {children}
  </Anchor>
)
