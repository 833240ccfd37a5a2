import type { DeviceWithKey } from '@bordee/core/devices/device.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useForm } from '../ui/form/Form.tsx'
import { DeviceForm, deviceSchema, emptyDevice, type Operator } from './DeviceForm.tsx'
import { DeviceKey } from './DeviceKey.tsx'

interface Props {
  opened: boolean
  operators: Operator[]
  /** Called with the new device's id, or null. */
  onClose: (id: string | null) => void
}

/** Asks for a name and an operator, then shows the key, which can't be shown again. */
export function DeviceCreation({ opened, operators, onClose }: Props) {
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
