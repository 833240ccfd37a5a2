import { formatMoney } from '@bordee/core/money.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconPrinter, IconSend } from '@tabler/icons-react'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import classes from './design.module.css'
import { Sample, Samples } from './Sample.tsx'

const swatches = [
  ['Glace', '#F2F5F4', 'la page'],
  ['Neige', '#FFFFFF', 'les cartes'],
  ['Filet', '#DFE7E6', 'les bordures'],
  ['Encre', '#16282B', 'le texte'],
  ['Sapin', '#17504A', 'les actions'],
  ['Gyrophare', '#E8960C', 'ici, maintenant'],
  ['Alerte', '#B3372B', 'les erreurs'],
] as const

const tones: [StatusTone, string][] = [
  ['neutral', 'Brouillon'],
  ['info', 'Envoyé'],
  ['good', 'Payé'],
  ['attention', 'Impayé'],
  ['bad', 'Refusé'],
]

export function FoundationsSection() {
  return (
    <Samples>
      <Sample name="Couleurs" wide>
        <div className={classes.swatches}>
          {swatches.map(([name, color, use]) => (
            <div key={name} className={`${classes.swatch} bordee-card`}>
              <div style={{ background: color }} />
              <p>
                <strong>{name}</strong>
                <br />
                {use}
              </p>
            </div>
          ))}
        </div>
      </Sample>
      <Sample name="Texte et chiffres">
        <Stack gap={6}>
          <Title order={4}>Déneigement Boréal inc.</Title>
          <Text size="sm">Le déneigement est effectué avant 7 h dès 5 cm de neige au sol.</Text>
          <Text size="sm" c="dimmed">
            Dernier passage 12/01/2026 05:40
          </Text>
          <Text size="sm" className="bordee-figures">
            {formatMoney(123450)} · {formatMoney(99900)} · {formatMoney(-500)}
          </Text>
        </Stack>
      </Sample>
      <Sample name="Statuts&nbsp;: un point et un mot">
        <Group gap="xs">
          {tones.map(([tone, word]) => (
            <Status key={tone} tone={tone}>
              {word}
            </Status>
          ))}
        </Group>
        <div style={{ width: 160, marginTop: 8 }}>
          <Status tone="attention">Un statut vraiment beaucoup trop long</Status>
        </div>
      </Sample>
      <Sample name="Boutons">
        <Stack gap="sm">
          <Group gap="xs">
            <Button leftSection={<IconPlus size={16} />}>Nouveau contrat</Button>
            <Button variant="default">Annuler</Button>
            <Button variant="subtle">Plus</Button>
          </Group>
          <Group gap="xs">
            <Button color="red">Supprimer</Button>
            <Button variant="outline" color="red">
              Archiver
            </Button>
            <Button disabled>Désactivé</Button>
            <Button loading>Envoi</Button>
          </Group>
        </Stack>
      </Sample>
      <Sample name="En-tête de page" wide>
        <HeaderSample />
      </Sample>
    </Samples>
  )
}

function HeaderSample() {
  return (
    <PageHeader
      title="Contrats"
      description="Saison 2026-2027"
      onBack={() => {}}
      actions={
        <>
          <Button variant="default" leftSection={<IconPrinter size={16} />}>
            Imprimer
          </Button>
          <Button variant="default" leftSection={<IconSend size={16} />}>
            Envoyer
          </Button>
          <Button leftSection={<IconPlus size={16} />}>Nouveau contrat</Button>
        </>
      }
    />
  )
}
