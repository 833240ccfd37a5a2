import { Anchor, Button, SimpleGrid, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { alertsSection } from '../alerts/alerts.routes.ts'
import { contractsSection } from '../contracts/contracts.routes.ts'
import { quotesSection } from '../quotes/quotes.routes.ts'
import { fleetSection } from '../routes/routes.routes.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PartTitle } from '../ui/words.tsx'
import classes from './SignUpWelcome.module.css'

const modules = [
  { ...alertsSection, text: 'Avisez les occupants par texto ou par appel avant le passage de la déneigeuse.' },
  { ...contractsSection, text: 'Faites signer et payer vos contrats en ligne, ou sur papier.' },
  { ...fleetSection, text: 'Bâtissez vos trajets, suivez vos camions en direct et revoyez chaque tournée.' },
  { ...quotesSection, text: 'Recevez les demandes de soumission des résidents de votre secteur.' },
]

/** Where a newly registered company can start (`?signUpWelcome=true`). */
export function SignUpWelcome() {
  const { signUpWelcome } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '.', search: {}, replace: true })
  return (
    <Dialog opened={signUpWelcome === true} onClose={close} title="Bienvenue dans Bordée" size="xl">
      <Text mb="md">Vos premiers pas vous attendent à l’accueil, et se cochent à mesure que vous avancez.</Text>
      <PartTitle mb={4}>Les modules</PartTitle>
      <Text size="sm" c="dimmed" mb={8}>
        Demandez dès maintenant ceux qu’il vous faut&nbsp;: l’équipe de Bordée les active.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {modules.map(({ icon: Icon, label, text, path }) => (
          <button key={path} type="button" className={classes.card} onClick={() => void navigate({ to: path })}>
            <Icon size={26} stroke={1.6} />
            <strong>{label}</strong>
            <span>{text}</span>
          </button>
        ))}
      </SimpleGrid>
      <Text c="dimmed" size="sm" mt="md">
        <Anchor href="/guide/premiere-tempete" target="_blank">
          De l’inscription à la première tempête
        </Anchor>
        &nbsp;: tout ce qu’il y a à faire, dans l’ordre.
      </Text>
      <Button variant="default" mt="lg" onClick={close}>
        Plus tard
      </Button>
    </Dialog>
  )
}
