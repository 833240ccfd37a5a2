import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../can.ts'
import { FleetTabs } from '../runs/FleetTabs.tsx'
import { creating, DevicesGrid } from './DevicesGrid.tsx'

// geolocation/devices/:id?: the trackers (docs/product/devices.md).
export function DevicesScreen() {
  const can = useCan()
  return (
    <FleetTabs
      tab="devices"
      actions={
        can(deviceCalls.createDevice) && (
          <Button
            component={Link}
            to="/dashboard/geolocation/devices/{-$id}"
            params={{ id: creating } as never}
            leftSection={<IconPlus size={16} />}
          >
            Nouvel appareil
          </Button>
        )
      }
    >
      <DevicesGrid />
    </FleetTabs>
  )
}
