import { alertMethodNames, type OccupantRow } from '@bordee/core/occupants/occupant.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useRows } from '../calls.ts'
import { useCan } from '../can.ts'
import { useSectorColumn } from '../sectors/useSectorColumn.ts'
import { RevokeLinks } from '../tracking/RevokeLinks.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Dialog, DialogStack } from '../ui/Dialog.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import { Status } from '../ui/Status.tsx'
import { type Why, WhyButton } from '../ui/WhyButton.tsx'
import { EditOccupant, type FormSite, NewOccupant } from './OccupantForm.tsx'
import { Resubscription, Subscription } from './Subscription.tsx'

const columns: GridColumn<OccupantRow>[] = [
  { id: 'lastName', label: 'Nom', value: ({ lastName }) => lastName, size: 140 },
  { id: 'firstName', label: 'Prénom', value: ({ firstName }) => firstName, size: 130 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: ({ phone }) => phone, size: 140 },
  {
    id: 'address',
    label: 'Adresse',
    value: ({ address }) => address,
    exported: ({ address, site: { state, zip } }) => [address, state, zip].filter(Boolean).join(' '),
    size: 270,
  },
  { id: 'client', label: 'Client', value: ({ site }) => site.customerName, size: 180 },
  {
    id: 'unsubscribed',
    label: 'Abonnement',
    kind: 'choice',
    choices: { false: 'Abonné', true: 'Désabonné' },
    value: ({ unsubscribed }) => unsubscribed,
    cell: ({ unsubscribed }) => (unsubscribed ? <Status tone="attention">Désabonné</Status> : <Status tone="good">Abonné</Status>),
    size: 140,
  },
  {
    id: 'alertMethod',
    label: 'Aviser par',
    kind: 'choice',
    choices: alertMethodNames,
    value: ({ alertMethod }) => alertMethod,
    size: 120,
  },
  { id: 'site', label: 'Point de service', value: ({ site }) => site.name, size: 180 },
  { id: 'notes', label: 'Notes', value: ({ notes }) => notes, size: 200, hidden: true },
]
const siteIdOf = ({ site }: OccupantRow) => site.id

interface Props {
  gridId: string
  /** The sites an occupant may live at; undefined while they load. */
  sites: FormSite[] | undefined
  /** Called when the form opens, for callers that load the sites only then. */
  onForm?: () => void
  /** Given when the sites failed to load. */
  onRetrySites?: (() => void) | undefined
  /** Restricts the list to one site or one client. */
  siteId?: string
  clientId?: string
}

function whyNotAdd(sites: FormSite[] | undefined): Why {
  if (!sites) return 'Les points de service ne sont pas encore chargés.'
  return sites.length === 0 && 'Un occupant habite un point de service\u00a0: créez-en d’abord un.'
}

/** Occupants and their actions: in the main list, in a client's folder, at a site, and for a manager. */
export function OccupantsGrid({ gridId, sites, onForm, onRetrySites, siteId, clientId }: Props) {
  const occupants = useRows(occupantCalls.listOccupants, { siteId, clientId })
  const withSectors = useSectorColumn(columns, siteIdOf, !siteId && !clientId)
  const [editing, setEditing] = useState<OccupantRow | 'new' | null>(null)
  const [resubscribing, setResubscribing] = useState(false)
  const can = useCan()
  const close = () => setEditing(null)
  const create = useAction(occupantCalls.createOccupant, {
    done: 'Occupant ajouté.',
    failed: 'Erreur lors de l’ajout',
    after: close,
  })
  const update = useAction(occupantCalls.updateOccupant, {
    done: 'Occupant modifié.',
    failed: 'Erreur lors de la modification.',
    after: close,
  })
  const remove = useAction(occupantCalls.deleteOccupants, {
    done: 'Occupant(s) supprimé(s).',
    failed: 'Erreur lors de la suppression.',
  })
  const edit = (occupant: OccupantRow | 'new') => {
    setEditing(occupant)
    onForm?.()
  }

  const question = (ids: string[]) => ({
    title: `Supprimer ${count(ids.length, 'occupant')}?`,
    message: ids.length === 1 ? 'Cette personne ne sera plus avisée.' : 'Ces personnes ne seront plus avisées.',
  })

  function resubscribed(occupant: OccupantRow) {
    setResubscribing(false)
    setEditing(occupant)
  }

  return (
    <>
      <DataGrid
        gridId={gridId}
        label="Occupants"
        {...occupants}
        columns={withSectors}
        exportAs="occupants"
        selectable
        onOpen={edit}
        actions={(ids) => (
          <>
            <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(contactIds) => remove.mutate({ contactIds })} />
            <WhyButton leftSection={<IconPlus size={16} />} why={onForm ? undefined : whyNotAdd(sites)} onClick={() => edit('new')}>
              Ajouter un occupant
            </WhyButton>
          </>
        )}
        empty={{
          title: 'Aucun occupant',
          description: 'Un occupant est avisé, par texto ou par appel, avant le passage de la déneigeuse.',
          action: (
            <WhyButton why={onForm ? undefined : whyNotAdd(sites)} onClick={() => edit('new')}>
              Ajouter un premier occupant
            </WhyButton>
          ),
        }}
      />
      <DialogStack>
        <Dialog
          stackId="occupant"
          opened={editing !== null}
          onClose={close}
          title={editing === 'new' ? 'Nouvel occupant' : 'Occupant'}
          size="lg"
        >
          {editing && !sites && (onRetrySites ? <BrokenPart onRetry={onRetrySites} /> : <SitesToCome />)}
          {editing === 'new' && sites && (
            <NewOccupant
              sites={sites}
              onSubmit={(contact) => create.mutateAsync({ contact }).catch(() => undefined)}
              problem={create.error}
            />
          )}
          {editing && editing !== 'new' && sites && (
            <EditOccupant
              occupant={editing}
              sites={sites}
              onSave={(contact) => update.mutateAsync({ id: editing.id, contact })}
              problem={update.error}
            />
          )}
          {editing && editing !== 'new' && can(occupantCalls.listSubscriptionChanges) && (
            <Subscription occupant={editing} onResubscribe={() => setResubscribing(true)} />
          )}
          {editing && editing !== 'new' && <RevokeLinks occupantId={editing.id} />}
        </Dialog>
        <Dialog stackId="resubscription" opened={resubscribing} onClose={() => setResubscribing(false)} title="Réabonner">
          {editing && editing !== 'new' && <Resubscription occupant={editing} onDone={resubscribed} />}
        </Dialog>
      </DialogStack>
    </>
  )
}

function SitesToCome() {
  return (
    <Stack role="status" pb="md">
      <span className="bordee-visually-hidden">Chargement…</span>
      {['names', 'phone', 'site', 'notes'].map((field) => (
        <Skeleton key={field} height={36} radius={8} />
      ))}
    </Stack>
  )
}
