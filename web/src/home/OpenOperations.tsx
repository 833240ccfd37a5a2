import type { OpenOperation } from '@bordee/core/home/home.ts'
import { delayWords, lateWords } from '@bordee/core/operations/forecast.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { hourIn } from '@bordee/core/time.ts'
import { lateSites, sitesInState, tabOf } from '../operations/boardLinks.ts'
import { LinkButton, TextLink } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { type Tile, Tiles } from '../ui/Tiles.tsx'
import { PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './home.module.css'

// After the text: the map alone weighs more than the rest of the page.
const OperationMap = lazyComponent(async () => (await import('../operations/OperationMap.tsx')).OperationMap)

export const OpenOperations = ({ operations }: { operations: readonly OpenOperation[] }) =>
  operations.map((operation) => <Strip key={operation.id} operation={operation} />)

/** The night in one strip: each number opens the list of what it counts. */
function Strip({ operation }: { operation: OpenOperation }) {
  const zone = useZone()
  const { id, name, openedAt, depth } = operation
  const board = `/dashboard/operations/${id}`
  return (
    <section className={`${classes.strip} bordee-card`} aria-label={name}>
      <div>
        <header>
          <PartTitle order={2}>
            <TextLink to={board}>{name}</TextLink>
          </PartTitle>
          <span className={`${classes.opened} bordee-figures`}>
            ouverte à {hourIn(zone, openedAt)}
            {depth !== null && ` · ${formatNumber(depth)}\u00a0cm`}
          </span>
          <LinkButton to={board} variant="default" size="xs">
            Voir le tableau
          </LinkButton>
        </header>
        <Tiles label="L’opération" tiles={tilesOf(operation, zone)} />
        {operation.crew && <CrewLine id={id} crew={operation.crew} />}
      </div>
      <div className={classes.map}>
        <OperationMap id={id} />
      </div>
    </section>
  )
}

function tilesOf({ id, sitesCount, doneCount, overdueCount, itemsCount, ...operation }: OpenOperation, zone: string): Tile[] {
  const { expectedEnd, delayMinutes } = operation
  const share = sitesCount > 0 ? Math.floor((100 * doneCount) / sitesCount) : 0
  return [
    {
      label: 'Fin prévue',
      value: expectedEnd ? hourIn(zone, expectedEnd) : '–',
      detail: delayMinutes > 0 && delayWords(delayMinutes),
      tone: delayMinutes > 0 && 'bad',
      link: tabOf(id, 'night', { rounds: 'by-end' }),
    },
    {
      label: 'Faits',
      value: `${share}\u00a0%`,
      detail: `${formatNumber(doneCount)} / ${formatNumber(sitesCount)}`,
      link: sitesInState(id, 'done'),
    },
    {
      label: 'Hors délai',
      value: formatNumber(overdueCount),
      detail: overdueCount > 0 && 'à ce rythme',
      title: lateWords(overdueCount),
      tone: overdueCount > 0 && 'bad',
      link: lateSites(id),
    },
    { label: 'À traiter', value: formatNumber(itemsCount), tone: itemsCount > 0 && 'attention', link: tabOf(id) },
  ]
}

/** « Équipe : 2 oui, 1 non, 1 sans réponse ». */
function CrewLine({ id, crew: { confirmed, refused, silent } }: { id: string; crew: NonNullable<OpenOperation['crew']> }) {
  const answers = [
    confirmed > 0 && `${confirmed}\u00a0oui`,
    refused > 0 && `${refused}\u00a0non`,
    silent > 0 && `${silent}\u00a0sans réponse`,
  ]
  return (
    <p className={`${classes.crew} bordee-figures`}>
      <TextLink to={`/dashboard/operations/${id}`}>{`Équipe\u00a0: ${answers.filter(Boolean).join(', ')}`}</TextLink>
    </p>
  )
}
