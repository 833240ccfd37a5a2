import { Button, SimpleGrid, Text } from '@mantine/core'
import { IconBell, IconMapPin, IconTrendingUp } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './SignUpWelcome.module.css'

const services = [
  {
    icon: IconBell,
    title: 'Alertes de neige',
    text: 'Prévenez les occupants par texto ou par appel avant le passage de la déneigeuse.',
    to: '/dashboard/alerts',
  },
  {
    icon: IconTrendingUp,
    title: 'Croissance',
    text: 'Recevez les demandes de soumission des résidents de votre secteur.',
    to: '/dashboard/quotes',
  },
  {
    icon: IconMapPin,
    title: 'Géolocalisation',
    text: 'Suivez votre flotte en direct et revoyez chaque tournée.',
    to: '/dashboard/geolocation',
  },
] as const

/** Where a newly registered company can start (`?signUpWelcome=true`). */
export function SignUpWelcome() {
  const { signUpWelcome } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '.', search: {}, replace: true })
  return (
    <Dialog opened={signUpWelcome === true} onClose={close} title="Bienvenue dans Bordée" size="xl">
      <Text c="dimmed" mb="md">
        Votre compagnie est inscrite. Confirmez votre courriel avec le lien que vous venez de recevoir&nbsp;: d’ici là, rien ne part de la
        compagnie. Par quoi voulez-vous commencer?
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {services.map(({ icon: Icon, title, text, to }) => (
          <button key={title} type="button" className={classes.card} onClick={() => void navigate({ to })}>
            <Icon size={26} stroke={1.6} />
            <strong>{title}</strong>
            <span>{text}</span>
          </button>
        ))}
      </SimpleGrid>
      <Button variant="default" mt="lg" onClick={close}>
        Plus tard
      </Button>
    </Dialog>
  )
}
