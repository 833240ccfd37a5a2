import type { Board } from '@bordee/core/operations/board.ts'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconNote, IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { CallButton } from '../callers/CallButton.tsx'
import { CrewButton } from '../replies/CrewButton.tsx'
import type { Truck } from '../runs/truck.ts'
import { useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Items } from './Items.tsx'
import classes from './operations.module.css'
import { RequestButton } from './RequestButton.tsx'
import { isRoundFilter, Rounds } from './Rounds.tsx'
import { SixNumbers } from './SixNumbers.tsx'
import { useAlertLink } from './useAlertLink.ts'
import { useSites } from './useBoard.ts'
import { useNote } from './useNote.ts'
import { useRedo } from './useRedo.ts'

const BoardMap = lazyComponent(
  async () => (await import('./BoardMap.tsx')).BoardMap,
  () => <Skeleton height="100%" radius={12} />,
)

type Part = 'items' | 'rounds' | 'map'

/** The night: six numbers, then the rounds, the map and what someone has to deal with. A phone shows one of the three. */
export function NightTab({ board }: { board: Board }) {
  const { company } = useMe()
  return company && <Night board={board} companyId={company.id} />
}

function Night({ board, companyId }: { board: Board; companyId: string }) {
  const { operation, rounds, itemsCount } = board
  const isNarrow = useMediaQuery('(max-width: 70em)', false, { getInitialValueInEffect: false })
  const asked = useSearch({ strict: false, select: (search) => (search as { rounds?: unknown }).rounds })
  const filter = isRoundFilter(asked) ? asked : null
  const navigate = useNavigate()
  const clearFilter = () => void navigate({ to: '.', search: { rounds: undefined } as never, replace: true })

  const sites = useSites(operation)
  const trucks = useRef<readonly Truck[]>(none)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = useCallback((siteId: string) => setTicked((before) => toggled(before, siteId)), [])
  const redo = useRedo({ operationId: operation.id, rounds, trucks }, () => setTicked(new Set()))
  const isWaiting = new Set(board.items.map(({ siteId }) => siteId))

  const troubles = rounds.filter(({ state }) => ['not-started', 'stopped', 'silent'].includes(state)).length
  const parts: Record<Part, { title: string; badge: number; content: ReactNode; action?: ReactNode }> = {
    rounds: {
      title: 'Tournées',
      badge: troubles,
      content: <Rounds rounds={rounds} filter={filter} onClear={clearFilter} />,
      action: operation.closedAt === null && <CrewButton operationId={operation.id} />,
    },
    map: {
      title: 'Carte',
      badge: 0,
      content:
        sites.failed && !sites.rows ? (
          <BrokenPart onRetry={() => void sites.onRetry()} />
        ) : (
          <BoardMap
            companyId={companyId}
            rounds={rounds}
            sites={sites.rows ?? none}
            trucksRef={trucks}
            onSite={(siteId) => isWaiting.has(siteId) && tick(siteId)}
          />
        ),
    },
    items: {
      title: 'À traiter',
      badge: itemsCount,
      content: <Items board={board} redo={redo} ticked={ticked} onTick={tick} />,
      action: operation.closedAt === null && <RequestButton operationId={operation.id} sites={sites.rows} />,
    },
  }

  return (
    <div className={classes.night} data-fills>
      <SixNumbers board={board} />
      {isNarrow ? (
        <OnePart parts={parts} first={filter ? 'rounds' : 'items'} key={filter} operationId={operation.id} />
      ) : (
        <div className={classes.columns}>
          {(['rounds', 'map', 'items'] as const).map((part) => (
            <section key={part} className={`${classes.column} bordee-card`} aria-label={parts[part].title} data-part={part}>
              {part !== 'map' && (
                <div className={classes.columnHead}>
                  <h2>{parts[part].title}</h2>
                  {part === 'items' && itemsCount > 0 && <span className="bordee-figures">{itemsCount}</span>}
                  {parts[part].action}
                </div>
              )}
              <div className={classes.columnBody}>{parts[part].content}</div>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

const toggled = (ticked: ReadonlySet<string>, siteId: string): ReadonlySet<string> =>
  new Set(ticked.has(siteId) ? [...ticked].filter((one) => one !== siteId) : [...ticked, siteId])

/** A constant, so that the map isn't sent the same nothing twice. */
const none: never[] = []

interface OnePartProps {
  parts: Record<Part, { title: string; badge: number; content: ReactNode; action?: ReactNode }>
  first: Part
  operationId: string
}

function OnePart({ parts, first, operationId }: OnePartProps) {
  const [shown, setShown] = useState<Part>(first)
  const alertLink = useAlertLink(operationId)()
  const askNote = useNote(operationId)
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Partie du tableau"
        value={shown}
        onChange={(part) => setShown(part as Part)}
        data={(['items', 'rounds', 'map'] as const).map((part) => ({
          value: part,
          label: `${parts[part].title}${parts[part].badge > 0 ? ` ${parts[part].badge}${part === 'rounds' ? '!' : ''}` : ''}`,
        }))}
      />
      <section className={`${classes.part} bordee-card`} aria-label={parts[shown].title} data-part={shown}>
        {parts[shown].content}
      </section>
      <div className={classes.bar}>
        <CallButton />
        {alertLink && (
          <LinkButton {...alertLink} variant="default" leftSection={<IconSend size={17} />}>
            Aviser
          </LinkButton>
        )}
        <Button variant="default" leftSection={<IconNote size={17} />} onClick={() => void askNote()}>
          Note
        </Button>
      </div>
    </>
  )
}
