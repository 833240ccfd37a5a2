import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconMapPin, IconPlayerPlay, IconShieldCheck } from '@tabler/icons-react'
import { ModuleRequest } from '../companies/ModuleRequest.tsx'
import { useDemoUrl } from '../config.ts'
import classes from './FleetPresentation.module.css'

const points = [
  { icon: IconMapPin, title: 'En direct', text: 'Voyez où sont vos véhicules et ce qui reste à faire, pendant la tempête.' },
  { icon: IconPlayerPlay, title: 'Revoir', text: 'Rejouez une tournée, minute par minute, quand un client se plaint.' },
  { icon: IconShieldCheck, title: 'Prouver', text: 'Chaque passage chez un client est daté\u00a0: plus de discussion.' },
  { icon: IconDeviceMobile, title: 'Un téléphone suffit', text: 'L’opérateur ouvre une page; les traceurs s’ajoutent si vous en avez.' },
]

/** Presents the fleet module with an animated preview. */
export function FleetPresentation() {
  const demo = useDemoUrl()
  return (
    <section className={`bordee-card ${classes.optIn}`}>
      <Title order={2}>Suivez votre flotte</Title>
      <Text c="dimmed" maw={560}>
        Un trajet met vos points de service en ordre. Avec la géolocalisation, vous le voyez se faire.
      </Text>
      <Street />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {points.map(({ icon: Icon, title, text }) => (
          <div key={title} className={classes.point}>
            <Icon size={24} stroke={1.7} />
            <strong>{title}</strong>
            <span>{text}</span>
          </div>
        ))}
      </SimpleGrid>
      <Text mt="xl" fw={550}>
        Sans frais&nbsp;: Bordée ne facture que les alertes. Notre équipe active le module à votre demande.
      </Text>
      <Group mt="md">
        <ModuleRequest module="geolocation" />
        <Button variant="default" component="a" href={demo} target="_blank" rel="noreferrer">
          Demander une démo
        </Button>
      </Group>
    </section>
  )
}

const driveways = Array.from({ length: 9 }, (_, i) => ({ x: 60 + i * 84, isAbove: i % 2 === 0 }))
/** The driveway blocked by a parked car. */
const left = 5

/** A truck drives down a street once: the driveways behind it turn done, except the blocked one. */
function Street() {
  return (
    <svg viewBox="0 0 800 190" className={classes.street} role="img" aria-label="Un camion passe, les entrées derrière lui sont faites.">
      <rect width="800" height="190" rx="12" fill="var(--bordee-hover)" />
      <rect y="78" width="800" height="34" fill="var(--bordee-card)" />
      {driveways.map(({ x, isAbove }, i) => (
        <g key={x}>
          <rect x={x - 30} y={isAbove ? 12 : 146} width="60" height="32" rx="4" fill="var(--bordee-edge)" />
          <rect
            x={x - 9}
            y={isAbove ? 44 : 112}
            width="18"
            height="34"
            className={i === left ? classes.notDone : classes.done}
            style={{ animationDelay: `${0.4 + i * 0.72}s` }}
          />
        </g>
      ))}
      <g className={classes.truck}>
        <circle r="15" fill="var(--bordee-fill)" stroke="#fff" strokeWidth="3" />
        <path d="M8 0L-6 -6l3 6l-3 6z" fill="none" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
      </g>
    </svg>
  )
}
