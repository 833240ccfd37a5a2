import { homeCalls } from '@bordee/core/home/home.calls.ts'
import { type FirstStep, firstSteps } from '@bordee/core/home/home.ts'
import type { Module } from '@bordee/core/modules.ts'
import { ActionIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { isModuleActive, useMe } from '../session.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import classes from './home.module.css'
import { Part } from './Part.tsx'

const QrCode = lazyComponent(async () => (await import('../ui/QrCode.tsx')).QrCode)

interface Words {
  label: string
  to: string
  search?: object
  says: string
  /** Without this module: « Nécessite le », then a link to its price and its request. */
  needs?: { module: Module; before: string; link: string; to: string }
}

const steps: Record<FirstStep, Words> = {
  clients: {
    label: 'Importer ou saisir vos clients',
    to: '/dashboard/import-request',
    says: 'Déposez votre fichier Excel, ou saisissez un premier client.',
  },
  places: { label: 'Placer les adresses', to: '/dashboard/client-folders/sites', says: 'Chaque point de service a sa place sur la carte.' },
  contract: {
    label: 'Préparer un contrat',
    to: '/dashboard/contracts/create',
    says: 'Signé en ligne, ou sur papier.',
    needs: { module: 'contracts', before: 'Nécessite le', link: 'module Contrats', to: '/dashboard/contracts' },
  },
  route: {
    label: 'Faire un trajet',
    to: '/dashboard/geolocation/routes/create',
    says: 'Les entrées dans l’ordre où le camion les fait.',
    needs: { module: 'geolocation', before: 'Le conduire nécessite le', link: 'module Flotte', to: '/dashboard/geolocation' },
  },
  driver: {
    label: 'Inviter un opérateur',
    to: '/dashboard/accounts/create',
    search: { role: 'employee' },
    says: 'Un compte d’employé, et ce code pour son téléphone.',
  },
  message: {
    label: 'Écrire un message',
    to: '/dashboard/alerts/messages/create',
    says: 'Ce que vos clients reçoivent avant le passage.',
    needs: { module: 'alerts', before: 'Nécessite le', link: 'module Alertes', to: '/dashboard/alerts' },
  },
  trial: {
    label: 'Nuit d’essai',
    to: '/dashboard/trial-night',
    says: 'Des camions sur vos rues, une dizaine de minutes au plus, pour voir. Rien n’est envoyé.',
  },
}

/** Until they are done, or the owner needs them no more. */
export function FirstSteps({ done }: { done: readonly FirstStep[] }) {
  const { company } = useMe()
  const dismiss = useAction(homeCalls.dismissFirstSteps, {
    done: 'Premiers pas masqués.',
    failed: 'Impossible de masquer les premiers pas.',
  })
  const next = firstSteps.find((step) => !done.includes(step))
  return (
    <Part
      title={`Premiers pas\u00a0: ${done.length} sur ${firstSteps.length}`}
      isWide
      aside={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Masquer les premiers pas"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({})}
        >
          <IconX size={18} />
        </ActionIcon>
      }
    >
      <ol className={classes.steps}>
        {firstSteps.map((step) => {
          const { label, to, search, says, needs } = steps[step]
          const isDone = done.includes(step)
          return (
            <li key={step} data-done={isDone || undefined} data-next={step === next || undefined}>
              <span className={classes.tick} aria-hidden>
                {isDone && <IconCheck size={16} stroke={2.5} />}
              </span>
              <div>
                <Link to={to} {...(search && { search })}>
                  {label}
                </Link>
                <p>
                  {isDone ? 'Fait' : says}
                  {!isDone && needs && !isModuleActive(company, needs.module) && (
                    <>
                      {' '}
                      {needs.before} <TextLink to={needs.to}>{needs.link}</TextLink>.
                    </>
                  )}
                </p>
              </div>
              {step === 'driver' && !isDone && (
                <div className={classes.code}>
                  <QrCode text={`${location.origin}/operateur`} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </Part>
  )
}
