import type { Company } from '@bordee/core/companies/company.ts'
import type { Module } from '@bordee/core/modules.ts'
import { type ActingRole, among, companyAdmins, office, platformStaff, superAdmins } from '@bordee/core/roles.ts'
import { Stack } from '@mantine/core'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconDeviceMobileCog,
  IconFileDescription,
  IconMessage,
  IconPolygon,
  type IconProps,
  IconRadar,
  IconShieldLock,
  IconSnowflake,
  IconSpeakerphone,
  IconTool,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isModuleActive, useMe } from '../session.tsx'
import { PageHeader } from '../ui/states.tsx'
import { SectionTitle } from '../ui/words.tsx'
import classes from './SettingsScreen.module.css'

interface Card {
  path: string
  /** The part of the page. */
  hash?: string
  label: string
  about: string
  icon: ComponentType<IconProps>
  who: readonly ActingRole[]
  when?: (company: Company) => boolean
}

const services: Card = {
  path: '/dashboard/services',
  label: 'Services',
  about: 'Ce que vous offrez, et à quel prix',
  icon: IconTool,
  who: companyAdmins,
}

/** Which cards show depends on the role and the module (docs/product/companies.md). */
const groups: { title: string; module?: Module; cards: Card[] }[] = [
  {
    title: 'Général',
    cards: [
      { path: '/dashboard/profile', label: 'Mon profil', about: 'Nom, courriel et mot de passe', icon: IconUserCircle, who: office },
      {
        path: '/dashboard/company/general',
        label: 'Ma compagnie',
        about: 'Identité, taxes et modules',
        icon: IconBuilding,
        who: companyAdmins,
      },
      {
        path: '/dashboard/erasure-requests',
        label: 'Demandes de suppression',
        about: 'Les clients qui veulent être oubliés',
        icon: IconShieldLock,
        who: companyAdmins,
      },
      {
        path: '/dashboard/company/general',
        hash: 'operations',
        label: 'Opérations',
        about: 'Ouverture, fermeture et échéances',
        icon: IconSnowflake,
        who: companyAdmins,
        when: ({ alertConfig, geolocationConfig }) => alertConfig.isActive || geolocationConfig.isActive,
      },
      {
        path: '/dashboard/bulletin/settings',
        label: 'Bulletin',
        about: 'La page publique où vos clients vous lisent',
        icon: IconSpeakerphone,
        who: companyAdmins,
      },
      // Zones and routes use services too; companies with contracts find the card under « Contrats ».
      { ...services, when: (company) => !company.contractConfig.isActive },
    ],
  },
  {
    title: 'Contrats',
    module: 'contracts',
    cards: [
      {
        path: '/dashboard/contract-templates',
        label: 'Modèles de contrats',
        about: 'Clauses et services préparés d’avance',
        icon: IconFileDescription,
        who: companyAdmins,
      },
      services,
    ],
  },
  {
    title: 'Alertes',
    module: 'alerts',
    cards: [
      {
        path: '/dashboard/alerts/sectors',
        label: 'Secteurs',
        about: 'À qui vos alertes partent, un quartier à la fois',
        icon: IconPolygon,
        who: companyAdmins,
        when: (company) => company.sectorMode,
      },
      { path: '/dashboard/alerts/messages', label: 'Messages', about: 'Les textes de vos alertes', icon: IconMessage, who: companyAdmins },
    ],
  },
  {
    title: 'Plateforme',
    cards: [
      {
        path: '/dashboard/companies/list',
        label: 'Compagnies',
        about: 'Ouvrir, modifier, archiver',
        icon: IconBuildingCommunity,
        who: platformStaff,
      },
      {
        path: '/dashboard/provisioning-profiles',
        label: 'Profils de provisionnement',
        about: 'Appareils mobiles et réseaux Wi-Fi',
        icon: IconDeviceMobileCog,
        who: platformStaff,
      },
      {
        path: '/dashboard/settings/lightbug',
        label: 'Fournisseur de suivi',
        about: 'Connexion au fournisseur de localisation',
        icon: IconRadar,
        who: platformStaff,
      },
      { path: '/dashboard/statistics', label: 'Statistiques', about: 'L’activité de la plateforme', icon: IconChartBar, who: superAdmins },
    ],
  },
]

// settings: links to every settings page.
export function SettingsScreen() {
  const { role, company } = useMe()
  const shown = groups
    .filter(({ module }) => !module || isModuleActive(company, module))
    .map(({ title, cards }) => ({
      title,
      cards: cards.filter(({ who, when }) => among(who, role) && (!when || (company && when(company)))),
    }))
    .filter(({ cards }) => cards.length > 0)
  return (
    <>
      <PageHeader title="Paramètres" />
      <Stack gap="xl">
        {shown.map(({ title, cards }) => (
          <section key={title} aria-label={title}>
            <SectionTitle mb="sm">{title}</SectionTitle>
            <div className={classes.cards}>
              {cards.map(({ path, hash, label, about, icon: Icon }) => (
                <Link key={label} to={path} {...(hash && { hash })} className={`${classes.card} bordee-card`}>
                  <Icon size={24} stroke={1.6} aria-hidden />
                  <span>
                    <strong>{label}</strong>
                    <span>{about}</span>
                  </span>
                </Link>
              ))}
            </div>
          </section>
        ))}
      </Stack>
    </>
  )
}
