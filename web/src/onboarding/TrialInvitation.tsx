import { onboardingCalls } from '@bordee/core/onboarding/onboarding.calls.ts'
import type { TrialOffer } from '@bordee/core/onboarding/trial-night.ts'
import { count } from '@bordee/core/text.ts'
import { Anchor, Button, Select, Title } from '@mantine/core'
import { IconDeviceMobileMessage, IconEyeOff, IconPlayerPlayFilled, IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import classes from './onboarding.module.css'
import { useStartTrialNight } from './useTrialNight.ts'

const points = [
  {
    icon: IconTruck,
    title: 'Vos rues',
    text: 'Des camions parcourent votre trajet pendant une dizaine de minutes au plus. Le tableau suit chaque arrêt.',
  },
  {
    icon: IconDeviceMobileMessage,
    title: 'Vos messages',
    text: 'Ce que vos clients recevraient s’affiche dans un téléphone, à l’écran, au moment où ils le recevraient.',
  },
  {
    icon: IconEyeOff,
    title: 'Sans conséquence',
    text: 'Une nuit d’essai n’envoie, ne facture, ne compte et ne conserve rien. Personne d’autre ne la voit.',
  },
]

export function TrialInvitation() {
  const offer = useCall(onboardingCalls.offerTrialNight)
  return (
    <section className={classes.invitation}>
      <div className={classes.sky} aria-hidden />
      <div className={classes.invitationBody}>
        <Title order={1}>Nuit d’essai</Title>
        <p className={classes.promise}>Voyez une nuit de déneigement avec votre compagnie, avant la première neige.</p>
        <ul className={classes.points}>
          {points.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon size={24} stroke={1.6} aria-hidden />
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <Loaded query={offer} pick={itself} what="Nuit d’essai" home="/dashboard">
          {(shown) => <Start offer={shown} />}
        </Loaded>
      </div>
    </section>
  )
}

/** The value of the choice for a route that isn't the company's. */
const example = 'example'

function Start({ offer: { routes, isUnderWay } }: { offer: TrialOffer }) {
  const [chosen, setChosen] = useState(routes[0]?.id ?? example)
  const start = useStartTrialNight()
  const choices = [
    ...routes.map(({ id, name, stopsCount }) => ({ value: id, label: `${name} · ${count(stopsCount, 'arrêt')}` })),
    { value: example, label: 'Un exemple près de votre adresse' },
  ]
  return (
    <div className={classes.start}>
      {!isUnderWay && routes.length > 0 && (
        <Select
          label="Trajet"
          data={choices}
          value={chosen}
          onChange={(value) => setChosen(value ?? example)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
        />
      )}
      <Button
        size="lg"
        leftSection={<IconPlayerPlayFilled size={18} />}
        loading={start.isPending}
        onClick={() => start.move({ routeId: chosen === example ? null : chosen })}
      >
        {isUnderWay ? 'Reprendre la nuit d’essai' : 'Commencer la nuit d’essai'}
      </Button>
      {routes.length === 0 && !isUnderWay && (
        <p className={classes.hint}>
          Vous n’avez pas encore de trajet d’au moins trois arrêts placés sur la carte&nbsp;: les camions suivront un exemple près de votre
          adresse. Vous pouvez aussi{' '}
          <Anchor component={Link} to="/dashboard/geolocation/routes/create">
            faire un trajet
          </Anchor>{' '}
          d’abord.
        </p>
      )}
    </div>
  )
}
