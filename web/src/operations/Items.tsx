import type { Board, BoardItem } from '@bordee/core/operations/board.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type RefObject, useRef } from 'react'
import { useCan } from '../can.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { itemWords, momentIn } from './boardWords.ts'
import classes from './operations.module.css'
import { type AlertLink, useAlertLink } from './useAlertLink.ts'
import { useServerTime } from './useBoard.ts'
import { idsOf, type Redo } from './useRedo.ts'

/** A site may be asked for twice; to redo, it is listed once. */
const keyOf = ({ requestId, siteId }: BoardItem) => requestId ?? siteId

interface Props {
  board: Board
  redo: Redo
  ticked: ReadonlySet<string>
  onTick: (siteId: string) => void
}

/** What someone has to deal with: urgent first, then the oldest. */
export function Items({ board: { operation, items, itemsCount }, redo, ticked, onTick }: Props) {
  const alertLink = useAlertLink(operation.id)
  const latest = useRef(redo)
  latest.current = redo
  const chosen = items.filter(({ siteId }) => ticked.has(siteId))
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconCheck />}
        title="Rien à traiter"
        description="Ce qu’un opérateur n’a pas pu faire et ce que l’on demande s’affichent ici."
      />
    )
  return (
    <>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item
            key={keyOf(item)}
            item={item}
            redoRef={latest}
            operationId={operation.id}
            isTicked={ticked.has(item.siteId)}
            onTick={onTick}
          />
        ))}
      </ul>
      {itemsCount > items.length && (
        <p className={classes.more}>
          Les {items.length} premiers sur {itemsCount}
        </p>
      )}
      {chosen.length > 0 && <Chosen items={chosen} redo={redo} alertLink={alertLink} />}
    </>
  )
}

interface ItemProps {
  item: BoardItem
  redoRef: RefObject<Redo>
  operationId: string
  isTicked: boolean
  onTick: (siteId: string) => void
}

/** Drawn again only when it changed: there may be a hundred. */
const Item = memo(function Item({ item, redoRef, operationId, isTicked, onTick }: ItemProps) {
  const zone = useZone()
  const now = useServerTime()
  const canAdd = useCan()(runCalls.addStops)
  const { requestId, siteId, siteAddress, at, note, isUrgent, addedTo } = item
  const toAlert = useAlertLink(operationId)([siteId])
  return (
    <li className={classes.item} data-urgent={isUrgent || undefined}>
      <Checkbox size="xs" checked={isTicked} onChange={() => onTick(siteId)} aria-label={`Choisir ${siteAddress}`} />
      <div className={classes.itemWords}>
        <strong title={item.customerName}>
          {isUrgent && <span title="Urgent">‼ </span>}
          {siteAddress}
        </strong>
        <small>
          <span className="bordee-figures">{momentIn(zone, at, now)}</span> · {itemWords(item)}
          {note && ` · ${note}`}
        </small>
        {addedTo && <small className={classes.added}>Ajouté à {[addedTo.unit, addedTo.routeName].filter(Boolean).join(' · ')}</small>}
      </div>
      <div className={classes.itemActions}>
        {canAdd && (
          <Button size="compact-xs" variant="light" onClick={() => void redoRef.current.add([item], 'next')}>
            Prochain arrêt
          </Button>
        )}
        {requestId ? (
          <Button size="compact-xs" variant="default" onClick={() => redoRef.current.settle(requestId)}>
            Lu
          </Button>
        ) : (
          canAdd && (
            <Button size="compact-xs" variant="default" onClick={() => void redoRef.current.add([item], 'end')}>
              À la fin
            </Button>
          )
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={26} aria-label={`Autres actions, ${siteAddress}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canAdd && requestId && <Menu.Item onClick={() => void redoRef.current.add([item], 'end')}>À la fin</Menu.Item>}
            {canAdd && <Menu.Item onClick={() => redoRef.current.createRun([item])}>Créer une reprise</Menu.Item>}
            {toAlert && (
              <Menu.Item component={Link} {...toAlert}>
                Aviser
              </Menu.Item>
            )}
            <Menu.Item onClick={() => void redoRef.current.setUnneeded([item])}>Non requis…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
})

/** What is done with all the ticked ones. */
function Chosen({ items, redo, alertLink }: { items: BoardItem[]; redo: Redo; alertLink: AlertLink }) {
  const toAlert = alertLink(idsOf(items))
  const canAdd = useCan()(runCalls.addStops)
  return (
    <section className={classes.chosen} aria-label="Points de service choisis">
      <strong>{count(items.length, 'choisi')}</strong>
      {canAdd && (
        <>
          <Button size="compact-xs" loading={redo.isBusy} onClick={() => redo.createRun(items)}>
            Créer une reprise
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void redo.add(items, 'next')}>
            Prochain arrêt
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void redo.add(items, 'end')}>
            À la fin
          </Button>
        </>
      )}
      {toAlert && (
        <LinkButton {...toAlert} size="compact-xs" variant="default">
          Aviser
        </LinkButton>
      )}
      <Button size="compact-xs" variant="default" onClick={() => void redo.setUnneeded(items)}>
        Non requis…
      </Button>
    </section>
  )
}
