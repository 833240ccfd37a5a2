// In the portal: the page of each of the client's sites, « Où est ma déneigeuse? ».
import { trackingCalls } from '@bordee/core/tracking/tracking.calls.ts'
import { Button, Stack } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useCall } from '../calls.ts'

/** Nothing while none is known: the page below says what the client came for. */
export function OwnLinks() {
  const { data: links } = useCall(trackingCalls.listTrackingLinks)
  if (!links?.length) return null
  return (
    <Stack gap="sm" mb="lg">
      {links.map(({ siteId, siteAddress, path }) => (
        <Button
          key={siteId}
          component="a"
          href={path}
          target="_blank"
          rel="noreferrer"
          variant="light"
          h="auto"
          mih={52}
          py="sm"
          leftSection={<IconMapPin size={20} />}
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          Où est ma déneigeuse? {links.length > 1 && siteAddress}
        </Button>
      ))}
    </Stack>
  )
}
