import type { Board, OperationSite } from '@bordee/core/operations/board.ts'
import { siteStateNames } from '@bordee/core/operations/operation.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { passesGrid } from './boardLinks.ts'
import { momentIn, siteTones } from './boardWords.ts'
import { SiteDetail } from './SiteDetail.tsx'
import { useAlertLink } from './useAlertLink.ts'
import { useSites } from './useBoard.ts'

/** « Ouverture 3 h 12, Complet 6 h 40 ». */
const passesWords = ({ passes }: OperationSite, zone: string, openedAt: string) =>
  passes.map(({ kind, at }) => `${runKindNames[kind]} ${momentIn(zone, at, openedAt)}`).join(', ')

const columnsIn = (zone: string, openedAt: string): GridColumn<OperationSite>[] => [
  { id: 'site', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 250 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: siteStateNames,
    value: ({ state }) => state,
    cell: ({ state }) => <Status tone={siteTones[state]}>{siteStateNames[state]}</Status>,
    size: 130,
  },
  {
    id: 'carMovedAt',
    label: 'Véhicule déplacé',
    kind: 'instant',
    value: ({ carMovedAt }) => carMovedAt,
    cell: ({ carMovedAt }) => carMovedAt && <Status tone="good">{momentIn(zone, carMovedAt, openedAt)}</Status>,
    size: 180,
  },
  { id: 'late', label: 'Hors délai', kind: 'yesno', value: ({ isLate }) => isLate, size: 120 },
  { id: 'deadline', label: 'Échéance', kind: 'instant', value: ({ deadline }) => deadline, size: 150 },
  { id: 'count', label: 'Passages', kind: 'number', value: ({ passes }) => passes.length, size: 110 },
  { id: 'passes', label: 'Quand', value: (site) => passesWords(site, zone, openedAt), size: 250 },
  { id: 'reason', label: 'Raison', value: ({ reason }) => reason && notDoneReasonNames[reason], size: 170 },
  { id: 'note', label: 'Note', value: ({ note }) => note, size: 200 },
  { id: 'routes', label: 'Trajets', value: ({ routeNames }) => routeNames.join(', '), size: 180 },
  { id: 'customer', label: 'Client', value: ({ customerName }) => customerName, size: 180 },
  { id: 'decidedAt', label: 'Décidé le', kind: 'instant', value: ({ decidedAt }) => decidedAt, size: 150, hidden: true },
  { id: 'requested', label: 'Demandé', kind: 'yesno', value: ({ isRequested }) => isRequested, size: 110, hidden: true },
]

/** Every site with its passes. */
export function PassesTab({ board: { operation } }: { board: Board }) {
  const zone = useZone()
  const sites = useSites(operation)
  const alertLink = useAlertLink(operation.id)
  const columns = useMemo(() => columnsIn(zone, operation.openedAt), [zone, operation.openedAt])
  return (
    <DataGrid
      gridId={passesGrid}
      label="Passages"
      {...sites}
      rowId={({ siteId }) => siteId}
      columns={columns}
      exportAs="passages"
      detail={(site) => <SiteDetail site={site} openedAt={operation.openedAt} />}
      selectable={alertLink() !== null}
      actions={(siteIds) => {
        const link = siteIds.length > 0 ? alertLink(siteIds) : null
        return (
          link && (
            <LinkButton {...link} variant="default" leftSection={<IconSend size={16} />}>
              Aviser
            </LinkButton>
          )
        )
      }}
      empty={{ title: 'Aucun point de service', description: 'Les points de service des trajets participants s’affichent ici.' }}
    />
  )
}
