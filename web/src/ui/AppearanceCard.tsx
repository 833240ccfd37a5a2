import { type MantineColorScheme, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core'

const choices: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Système' },
  { value: 'light', label: 'Clair' },
  { value: 'dark', label: 'Sombre' },
]

/** Light or dark, kept on this device (`web/src/ui/Look.tsx`). */
export function AppearanceCard() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className="bordee-card">
      <Stack p="lg">
        <Title order={2} size="h4">
          Apparence
        </Title>
        <SegmentedControl
          fullWidth
          aria-label="Apparence"
          data={choices}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        />
        <Text size="sm" c="dimmed">
          «&nbsp;Système&nbsp;» suit les réglages de cet appareil. Ce choix ne vaut que pour ce navigateur.
        </Text>
      </Stack>
    </section>
  )
}
