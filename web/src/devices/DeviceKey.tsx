import { Alert, Button, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'

/** A tracker's key, shown only once, with instructions. */
export function DeviceKey({ deviceKey, onDone }: { deviceKey: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="amber" icon={<IconKey />}>
        Notez cette clé maintenant&nbsp;: elle ne sera plus montrée.
      </Alert>
      <Copied label="Clé de l’appareil" value={deviceKey} />
      <Title order={3} size="h5">
        Comment configurer Traccar Client
      </Title>
      <ol>
        <li>Installez «&nbsp;Traccar Client&nbsp;» sur le téléphone (iPhone ou Android).</li>
        <li>Collez la clé dans «&nbsp;Identifiant de l’appareil&nbsp;».</li>
        <li>Collez l’adresse ci-dessous dans «&nbsp;URL du serveur&nbsp;».</li>
        <li>Choisissez la précision «&nbsp;Élevée&nbsp;», une fréquence de 5 secondes, puis démarrez le service.</li>
      </ol>
      <Copied label="URL du serveur" value={`${location.origin}/api/devices/ingest`} />
      <Text size="sm" c="dimmed">
        Tout traceur qui parle le protocole OsmAnd se configure de la même façon.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>J’ai noté la clé</Button>
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
