import type { Sector } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { AlertsOnly } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { SectorForm } from './SectorForm.tsx'
import { emptySector, sectorSchema, valuesOf } from './sectorForm.ts'

// alerts/sectors/sector/create: a new sector, drawn on the map.
export function CreateSectorScreen() {
  const navigate = useNavigate()
  const toList = useWayBack('sectors', '/dashboard/alerts/sectors')
  const create = useAction(sectorCalls.createSector, {
    done: 'Secteur créé avec succès',
    failed: 'Impossible de créer le secteur.',
  })
  const { form, onSubmit, prompt } = useCreating(sectorSchema, emptySector, {
    save: (sector) => create.mutateAsync({ sector }),
    leave: () => navigate({ to: '/dashboard/alerts/sectors', ignoreBlocker: true }),
  })
  return (
    <AlertsOnly>
      <PageHeader title="Nouveau secteur" onBack={toList} />
      <SectorForm form={form} onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </AlertsOnly>
  )
}

export function EditSectorScreen() {
  const { sectorId } = useParams({ from: '/dashboard/alerts/sectors/sector/$sectorId/edit' })
  const sectors = useCall(sectorCalls.listSectors)
  return (
    <AlertsOnly>
      <Loaded query={sectors} pick={(list) => list.find(({ id }) => id === sectorId)} what="Secteur" home="/dashboard/alerts/sectors">
        {(sector) => <Editor key={sector.id} sector={sector} />}
      </Loaded>
    </AlertsOnly>
  )
}

function Editor({ sector }: { sector: Sector }) {
  const toList = useWayBack('sectors', '/dashboard/alerts/sectors')
  const update = useAction(sectorCalls.updateSector, {
    done: 'Modification enregistrée',
    failed: 'Impossible de modifier le secteur.',
  })
  const { form, onSubmit, prompt } = useEditing(sectorSchema, sector, {
    valuesOf,
    merged: ['userIds'],
    save: (changes) => update.mutateAsync({ id: sector.id, sector: changes }),
  })
  return (
    <>
      <PageHeader title={sector.name} onBack={toList} />
      <SectorForm form={form} sector={sector} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}
