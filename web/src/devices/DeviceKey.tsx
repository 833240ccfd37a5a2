import { ingestUrl } from '@bordee/core/devices/traccar-client.ts'
import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { Hint, PartTitle } from '../ui/words.tsx'
import { TraccarSetup } from './TraccarSetup.tsx'

/** A tracker's key, shown only once, with instructions. */
export function DeviceKey({ deviceKey, onDone }: { deviceKey: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="amber" icon={<IconKey />}>
        Configurez l’appareil maintenant&nbsp;: cette clé et ce code QR ne seront plus montrés.
      </Alert>
      <TraccarSetup deviceKey={deviceKey} />
      <PartTitle>La clé et l’adresse</PartTitle>
      <Copied label="Clé de l’appareil" value={deviceKey} />
      <Copied label="URL du serveur" value={ingestUrl(location.origin)} />
      <Hint>Tout traceur qui parle le protocole OsmAnd se configure avec cette clé et cette adresse.</Hint>
      <Group justify="flex-end">
        <Button onClick={onDone}>L’appareil est configuré</Button>
      </Group>
    </Stack>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput label={label} value={value} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            aria-label={`Copier\u00a0: ${label}`}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? 'Copié' : 'Copier'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
