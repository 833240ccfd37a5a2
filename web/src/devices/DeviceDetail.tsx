import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { type Device, deviceTypeName, osmand } from '@bordee/core/devices/device.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { tooLongGaps } from '@bordee/core/positions/spacing.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDuration, formatInstant } from '@bordee/core/time.ts'
import { Alert, Button, Select, Skeleton, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { Status } from '../ui/Status.tsx'
import { useUnread } from '../ui/useUnread.ts'
import { DrawerTitle, Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { DeviceForm, deviceSchema, type Operator, valuesOf } from './DeviceForm.tsx'
import { DeviceKey } from './DeviceKey.tsx'

const DeviceMap = lazyComponent(
  async () => (await import('./DeviceMap.tsx')).DeviceMap,
  () => <Skeleton height={260} radius={12} />,
)

interface Props {
  device: Device
  operators: Operator[]
  onGone: () => void
}

export function DeviceDetail({ device, operators, onGone }: Props) {
  const isStaff = useCan()(companyCalls.listCompanies)
  const isOurs = device.companyId !== null
  return (
    <Stack>
      <DrawerTitle>{device.name}</DrawerTitle>
      {device.latestPoints.length > 0 ? (
        <DeviceMap points={device.latestPoints} />
      ) : (
        <Hint>Cet appareil n’a encore envoyé aucune position.</Hint>
      )}
      {device.hasLongGaps && (
        <Alert role="note" color="amber">
          {tooLongGaps}
        </Alert>
      )}
      <DeviceFacts device={device} />
      {isStaff && !reportsToUs(device) && <Assignment device={device} />}
      {isOurs && <Editing device={device} operators={operators} />}
      {isOurs && <KeyAndRemoval device={device} onGone={onGone} />}
    </Stack>
  )
}

/** Other types belong to the tracking provider: they have no key of ours, and platform staff assign them. */
const reportsToUs = ({ type }: Device) => type === osmand

function DeviceFacts({ device }: { device: Device }) {
  const zone = useZone()
  const { interval, movementSensitivity, currentFW } = device.config
  return (
    <Facts
      facts={{
        État: <Status tone={device.active ? 'good' : 'neutral'}>{device.active ? 'Actif' : 'Inactif'}</Status>,
        'Dernière connexion': formatInstant(device.lastConnection, zone) || 'Jamais',
        Pile: batteryOf(device),
        Type: deviceTypeName(device.type),
        Mode: device.currentMode,
        'Une position toutes les': interval === null ? null : formatDuration(interval),
        'Sensibilité au mouvement': movementSensitivity === null ? null : formatNumber(movementSensitivity),
        Micrologiciel: currentFW,
        IMEI: device.imei,
        Bluetooth: device.btMacAddress,
      }}
    />
  )
}

const batteryOf = ({ batteryPct, batteryVoltage }: Device) =>
  [
    batteryPct !== null && `${formatNumber(Math.round(batteryPct))}\u00a0%`,
    batteryVoltage !== null && `${formatNumber(batteryVoltage)}\u00a0V`,
  ]
    .filter(Boolean)
    .join(' · ')

function Editing({ device, operators }: { device: Device; operators: Operator[] }) {
  const update = useAction(deviceCalls.updateDevice, { done: 'Modification sauvegardée', failed: 'Erreur lors de la modification.' })
  const { form, onSubmit, prompt } = useEditing(deviceSchema, device, {
    valuesOf,
    save: (changes) => update.mutateAsync({ id: device.id, device: changes }),
  })
  return (
    <>
      <DeviceForm form={form} operators={operators} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}

function Assignment({ device }: { device: Device }) {
  const companies = useCall(companyCalls.listCompanies)
  const unread = useUnread(companies.data)
  const assign = useAction(deviceCalls.updateDevice, { done: 'Modification sauvegardée', failed: 'Impossible d’assigner l’appareil.' })
  return (
    <Select
      label="Compagnie"
      description="Ce que l’appareil a envoyé avant reste derrière lui."
      placeholder="Non assigné"
      searchable
      clearable
      limit={100}
      disabled={assign.isPending}
      data={companies.data?.map(({ id, name }) => ({ value: id, label: name }))}
      value={device.companyId}
      onChange={(companyId) => assign.mutate({ id: device.id, companyId })}
      nothingFoundMessage="Aucune compagnie"
      {...unread}
    />
  )
}

function KeyAndRemoval({ device, onGone }: { device: Device; onGone: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  const renew = useAction(deviceCalls.renewDeviceKey, {
    failed: 'Impossible de changer la clé.',
    after: (renewed) => setKey(renewed.key),
  })
  const remove = useAction(deviceCalls.deleteDevice, { failed: 'Erreur lors de la suppression.', after: onGone })

  async function askThenRenew() {
    const sure = await confirm({
      title: 'Changer la clé?',
      message: 'L’appareil ne pourra plus rien envoyer tant que la nouvelle clé n’y sera pas entrée.',
      confirm: 'Changer la clé',
      destructive: true,
    })
    if (sure) renew.mutate({ id: device.id })
  }

  return (
    <>
      {reportsToUs(device) && (
        <Button variant="default" leftSection={<IconKey size={16} />} loading={renew.isPending} onClick={() => void askThenRenew()}>
          Nouvelle clé
        </Button>
      )}
      <RemoveButton
        question={{ title: `Supprimer «\u00a0${device.name}\u00a0»?`, message: 'Ce qu’il a déjà envoyé reste dans les tournées.' }}
        busy={remove.isPending}
        onRemove={() => remove.mutate({ id: device.id })}
      >
        Supprimer cet appareil
      </RemoveButton>
      <Dialog opened={key !== null} onClose={() => setKey(null)} size="lg" closeOnClickOutside={false} title={device.name}>
        {key !== null && <DeviceKey deviceKey={key} onDone={() => setKey(null)} />}
      </Dialog>
    </>
  )
}
