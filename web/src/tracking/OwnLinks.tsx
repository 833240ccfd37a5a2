// In the portal: the page of each of the client's sites, « Où est ma déneigeuse? ».
import { trackingCalls } from '@bordee/core/tracking/tracking.calls.ts'
import { Button, Stack, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useCall } from '../calls.ts'

type OwnLink = NonNullable<ReturnType<typeof useOwnLinks>>[number]

const useOwnLinks = () => useCall(trackingCalls.listTrackingLinks).data

/** While an operation serves one of the client's sites. */
export function ServedNow() {
  const links = useOwnLinks()
  const served = links?.filter(({ isServed }) => isServed)
  if (!served?.length) return null
  return (
    <Stack component="section" className="bordee-card" aria-label="Opération en cours" gap="sm" p="md" mb="lg">
      <Text fw={600}>Une opération est en cours {served.length > 1 ? 'à vos adresses' : 'à votre adresse'}.</Text>
      <Links links={served} isNamed={(links?.length ?? 0) > 1} />
    </Stack>
  )
}

/** The others, always. Nothing while none is known: the page below says what the client came for. */
export function OwnLinks() {
  const links = useOwnLinks()
  const idle = links?.filter(({ isServed }) => !isServed)
  if (!idle?.length) return null
  return (
    <Stack gap="sm" mb="lg">
      <Links links={idle} isNamed={(links?.length ?? 0) > 1} />
    </Stack>
  )
}

const Links = ({ links, isNamed }: { links: readonly OwnLink[]; isNamed: boolean }) =>
  links.map(({ siteId, siteAddress, path }) => (
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
      Où est ma déneigeuse? {isNamed && siteAddress}
    </Button>
  ))
