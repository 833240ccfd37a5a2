import { Button, SimpleGrid, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconMapPin, IconPlayerPlay, IconShieldCheck, IconTools } from '@tabler/icons-react'
import { useDemoUrl } from '../config.ts'
import { EmptyState } from '../ui/states.tsx'
import { type FleetTab, FleetTabs } from './FleetTabs.tsx'
import classes from './fleet.module.css'

const points = [
  { icon: IconMapPin, title: 'En direct', text: 'Voyez où sont vos véhicules et ce qui reste à faire, pendant la tempête.' },
  { icon: IconPlayerPlay, title: 'Revoir', text: 'Rejouez une tournée, minute par minute, quand un client se plaint.' },
  { icon: IconShieldCheck, title: 'Prouver', text: 'Chaque passage chez un client est daté\u00a0: plus de discussion.' },
  { icon: IconDeviceMobile, title: 'Un téléphone suffit', text: 'L’opérateur ouvre une page; les traceurs s’ajoutent si vous en avez.' },
]

// geolocation/opt-in: what the module would bring, for a company that does not have it.
export function FleetOptInScreen() {
  const demo = useDemoUrl()
  return (
    <FleetTabs tab="opt-in">
      <section className={`bordee-card ${classes.optIn}`}>
        <Title order={2}>Suivez votre flotte</Title>
        <Text c="dimmed" maw={560}>
          Vos trajets servent déjà à vos alertes. Avec la géolocalisation, vous les voyez se faire.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="lg" spacing="lg">
          {points.map(({ icon: Icon, title, text }) => (
            <div key={title} className={classes.point}>
              <Icon size={24} stroke={1.7} />
              <strong>{title}</strong>
              <span>{text}</span>
            </div>
          ))}
        </SimpleGrid>
        <Button component="a" href={demo} target="_blank" rel="noreferrer" mt="xl">
          Demander une démo
        </Button>
      </section>
    </FleetTabs>
  )
}

export const RunTrackingScreen = () => <Soon tab="run-tracking" />
export const RunsScreen = () => <Soon tab="runs" />
export const DevicesScreen = () => <Soon tab="devices" />

function Soon({ tab }: { tab: FleetTab }) {
  return (
    <FleetTabs tab={tab}>
      <div className="bordee-card">
        <EmptyState
          icon={<IconTools />}
          title="Cette section est en construction"
          description="Elle ouvrira dans une prochaine version de Bordée."
        />
      </div>
    </FleetTabs>
  )
}
