import { type AppText, traccarCode, traccarLink, traccarSettings } from '@bordee/core/devices/traccar-client.ts'
import { Anchor, Group, List, Stack, Table, Text } from '@mantine/core'
import { QrCode } from '../ui/QrCode.tsx'
import { PartTitle } from '../ui/words.tsx'

/** How a phone becomes a tracker: a QR code that sets up Traccar Client, and the same settings to enter by hand. */
export function TraccarSetup({ deviceKey }: { deviceKey: string }) {
  return (
    <Stack>
      <PartTitle>Un téléphone, avec Traccar Client</PartTitle>
      <Group align="start" justify="center" gap="lg">
        <Stack gap="xs" align="center">
          <QrCode text={traccarCode(location.origin, deviceKey)} />
          <Anchor href={traccarLink(location.origin, deviceKey)} size="sm" hiddenFrom="sm">
            Ouvrir Traccar Client sur ce téléphone
          </Anchor>
        </Stack>
        <Steps />
      </Group>
      <details>
        <summary>Régler Traccar Client à la main</summary>
        <SettingsByHand />
      </details>
    </Stack>
  )
}

function Steps() {
  return (
    <List type="ordered" spacing="xs" size="sm" flex="1 1 280px">
      <List.Item>Installez «&nbsp;Traccar Client&nbsp;» sur le téléphone, Android ou iPhone, et ouvrez-le.</List.Item>
      <List.Item>
        Touchez <Label french="Modifier les paramètres" english="Change settings" />, puis l’icône de code QR en haut à droite.
      </List.Item>
      <List.Item>Balayez ce code avec l’application&nbsp;: elle y lit l’adresse, la clé et les réglages.</List.Item>
      <List.Item>
        Revenez à l’écran précédent et activez <Label french="Suivi continu" english="Continuous tracking" />.
      </List.Item>
      <List.Item>
        Donnez accès à la position exacte&nbsp;: <Label french="Toujours autoriser" english="Allow all the time" /> sur Android,{' '}
        <Label french="Toujours" english="Always" /> sur iPhone. Sur Android, désactivez aussi l’optimisation de la batterie pour cette
        application.
      </List.Item>
    </List>
  )
}

function SettingsByHand() {
  return (
    <Stack gap="xs" pt="xs">
      <Text size="sm">
        Sous <Label french="Modifier les paramètres" english="Change settings" />, collez la clé dans{' '}
        <Label french="Identifiant de l’appareil" english="Device identifier" /> et l’adresse dans{' '}
        <Label french="URL du serveur" english="Server URL" />. Faites ensuite ces réglages dans l’ordre&nbsp;: l’intervalle n’apparaît
        qu’avec la meilleure précision.
      </Text>
      <Table aria-label="Réglages de Traccar Client">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Téléphone en français</Table.Th>
            <Table.Th>Téléphone en anglais</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {traccarSettings.map(({ name, label, choice }) => (
            <Table.Tr key={name}>
              <Table.Td>
                {label.french}&nbsp;: <strong>{choice.french}</strong>
              </Table.Td>
              <Table.Td lang="en">
                {label.english}: <strong>{choice.english}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

/** A label as phones show it, in French and in English. */
const Label = ({ french, english }: AppText) => (
  <>
    «&nbsp;{french}&nbsp;» (<i lang="en">{english}</i>)
  </>
)
