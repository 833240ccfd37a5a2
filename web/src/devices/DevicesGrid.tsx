import { fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { type Device, type DeviceWithKey, deviceTypeName } from '@bordee/core/devices/device.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useForm } from '../ui/form/Form.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { Status } from '../ui/Status.tsx'
import { DeviceDetail } from './DeviceDetail.tsx'
import { DeviceForm, deviceSchema, emptyDevice, type Operator } from './DeviceForm.tsx'
import { DeviceKey } from './DeviceKey.tsx'

/** Takes the place of the id in the URL while a tracker is being created. */
export const creating = 'create'

/** The company's trackers; platform staff also see unassigned ones. A new tracker shows its key once. */
export function DevicesGrid() {
  const devices = useCall(deviceCalls.listDevices)
  const operators = useOperators()
  const isStaff = useCan()(companyCalls.listCompanies)
  const columns = useMemo(() => columnsOf(new Map(operators.map(({ value, label }) => [value, label])), isStaff), [operators, isStaff])
  const [id, open] = useOpenInUrl('/dashboard/geolocation/devices/{-$id}')
  return (
    <>
      <DataGrid
        gridId="devices"
        label="Appareils"
        {...rowsOf(devices)}
        columns={columns}
        exportAs="appareils"
        openId={id === creating ? null : id}
        onOpenChange={open}
        detail={(device, close) => <DeviceDetail key={device.id} device={device} operators={operators} onGone={close} />}
        empty={{
          title: 'Aucun appareil',
          description: 'Un traceur dans le camion, ou un téléphone qui se rapporte tout seul\u00a0: ses positions s’ajoutent à la tournée.',
          action: <Button onClick={() => open(creating)}>Ajouter un appareil</Button>,
        }}
      />
      <DeviceCreation opened={id === creating} operators={operators} onClose={open} />
    </>
  )
}

/** The accounts that may drive for the company. */
function useOperators() {
  const accounts = useCall(accountCalls.listAccounts, { roles: ['owner', 'employee'] })
  return useMemo(() => (accounts.data ?? []).map((account) => ({ value: account.id, label: fullName(account) })), [accounts.data])
}

function columnsOf(names: ReadonlyMap<string, string>, isStaff: boolean): GridColumn<Device>[] {
  return [
    { id: 'name', label: 'Nom', value: ({ name }) => name, size: 220 },
    { id: 'operator', label: 'Opérateur', value: ({ userId }) => (userId ? names.get(userId) : null), size: 180 },
    { id: 'lastConnection', label: 'Dernière connexion', kind: 'instant', value: ({ lastConnection }) => lastConnection, size: 170 },
    {
      id: 'gaps',
      label: 'Positions',
      value: ({ hasLongGaps }) => (hasLongGaps ? 'Trop espacées' : null),
      cell: ({ hasLongGaps }) => hasLongGaps && <Status tone="attention">Trop espacées</Status>,
      size: 140,
    },
    { id: 'battery', label: 'Pile', kind: 'percent', value: ({ batteryPct }) => batteryPct, size: 100 },
    {
      id: 'active',
      label: 'Actif',
      kind: 'yesno',
      value: ({ active }) => active,
      cell: ({ active }) => <Status tone={active ? 'good' : 'neutral'}>{active ? 'Oui' : 'Non'}</Status>,
      size: 100,
    },
    { id: 'type', label: 'Type', value: ({ type }) => deviceTypeName(type), size: 110 },
    { id: 'imei', label: 'IMEI', value: ({ imei }) => imei, size: 170, hidden: true },
    ...(isStaff
      ? [{ id: 'assigned', label: 'Assigné', kind: 'yesno' as const, value: ({ companyId }: Device) => companyId !== null, size: 110 }]
      : []),
  ]
}

interface Props {
  opened: boolean
  operators: Operator[]
  /** Called with the new device's id, or null. */
  onClose: (id: string | null) => void
}

/** Asks for a name and an operator, then shows the key, which can't be shown again. */
function DeviceCreation({ opened, operators, onClose }: Props) {
  const [made, setMade] = useState<DeviceWithKey | null>(null)
  const close = () => {
    onClose(made?.id ?? null)
    setMade(null)
  }
  return (
    <Dialog opened={opened} onClose={close} size="lg" closeOnClickOutside={!made} title={made ? made.name : 'Nouvel appareil'}>
      {made ? <DeviceKey deviceKey={made.key} onDone={close} /> : <Creation operators={operators} onMade={setMade} />}
    </Dialog>
  )
}

function Creation({ operators, onMade }: { operators: Operator[]; onMade: (device: DeviceWithKey) => void }) {
  const form = useForm(deviceSchema, { defaultValues: emptyDevice })
  const create = useAction(deviceCalls.createDevice, { failed: 'Erreur lors de l’ajout', after: onMade })
  return (
    <DeviceForm
      form={form}
      isNew
      operators={operators}
      onSubmit={(device) => create.mutateAsync({ device }).catch(() => undefined)}
      problem={create.error}
    />
  )
}
