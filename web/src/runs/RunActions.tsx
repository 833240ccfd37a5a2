import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { RunDetails } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { Button, Group, Menu, Select, Stack } from '@mantine/core'
import { IconChevronDown, IconCopy, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { confirmRemoval } from '../ui/dialogs.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { WhyButton } from '../ui/WhyButton.tsx'

/** The actions on a run that the user's role allows. */
export function RunActions({ run }: { run: RunDetails }) {
  const can = useCan()
  const navigate = useNavigate()
  const [isCopying, setCopying] = useState(false)
  const regenerate = useAction(runCalls.regenerateRun, {
    done: 'La régénération de la tournée est programmée.',
    failed: 'Impossible de régénérer la tournée.',
  })
  const remove = useAction(runCalls.deleteRun, {
    done: 'Tournée supprimée avec succès.',
    failed: 'Impossible de supprimer le trajet.',
    after: () => navigate({ to: '/dashboard/geolocation/runs/{-$id}', params: { id: undefined } }),
  })

  async function askThenRemove() {
    const sure = await confirmRemoval({
      title: `Supprimer la tournée «\u00a0${run.routeName}\u00a0»?`,
      message: 'Ses positions, ses visites et ses marques seront perdues.',
    })
    if (sure) remove.mutate({ id: run.id })
  }

  const [canRegenerate, canCopy, canRemove] = [runCalls.regenerateRun, runCalls.duplicateRun, runCalls.deleteRun].map(can)
  if (!canRegenerate && !canCopy && !canRemove) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={15} />} loading={regenerate.isPending || remove.isPending}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canRegenerate && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => regenerate.mutate({ id: run.id })}>
              Régénérer les visites
            </Menu.Item>
          )}
          {canCopy && (
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setCopying(true)}>
              Dupliquer vers une compagnie
            </Menu.Item>
          )}
          {canRemove && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askThenRemove()}>
              Supprimer
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isCopying} onClose={() => setCopying(false)} title="Dupliquer la tournée">
        <Copying runId={run.id} onDone={() => setCopying(false)} />
      </Dialog>
    </>
  )
}

function Copying({ runId, onDone }: { runId: string; onDone: () => void }) {
  const companies = useCall(companyCalls.listCompanies)
  const unread = useUnread(companies.data)
  const [companyId, setCompanyId] = useState<string | null>(null)
  const copy = useAction(runCalls.duplicateRun, {
    done: 'Tournée dupliquée.',
    failed: 'Impossible de dupliquer la tournée.',
    after: onDone,
  })
  return (
    <Stack>
      <Select
        label="Compagnie de destination"
        placeholder="Choisir une compagnie"
        required
        searchable
        limit={100}
        data={companies.data?.map(({ id, name }) => ({ value: id, label: name }))}
        value={companyId}
        onChange={setCompanyId}
        nothingFoundMessage="Aucune compagnie"
        {...unread}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Annuler
        </Button>
        <WhyButton
          why={!companyId && 'Choisissez d’abord une compagnie.'}
          loading={copy.isPending}
          onClick={() => companyId && copy.mutate({ id: runId, destinationCompany: companyId })}
        >
          Dupliquer
        </WhyButton>
      </Group>
    </Stack>
  )
}
