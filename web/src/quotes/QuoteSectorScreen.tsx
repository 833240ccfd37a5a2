import type { Company } from '@bordee/core/companies/company.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Alert, Skeleton, Stack, Switch } from '@mantine/core'
import { IconMapOff, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useAction } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { Facts } from '../ui/Facts.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { formatSquareKm } from '../ui/map/area.ts'
import { EmptyState } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { OwnSite } from './OwnSite.tsx'
import { QuotesTabs } from './QuotesTabs.tsx'
import { useSitesIn } from './quoteSector.ts'
import classes from './quotes.module.css'

const QuoteSectorMap = lazyComponent(
  async () => (await import('./QuoteSectorMap.tsx')).QuoteSectorMap,
  () => <Skeleton height="100%" radius={12} />,
)

type Config = NonNullable<Company['quoteConfig']>

// quotes/sector/view: the two sources of requests: the sector, and the company's own website.
export function QuoteSectorScreen() {
  const { company } = useMe()
  return (
    <QuotesTabs>
      {company?.quoteConfig && (
        <Stack>
          <div className={classes.split}>
            <div className={classes.cards}>
              <Module config={company.quoteConfig} />
              <Sector config={company.quoteConfig} />
            </div>
            <div className={`bordee-card ${classes.map}`}>
              {company.quoteConfig.polygon ? <QuoteSectorMap polygon={company.quoteConfig.polygon} /> : <NoSector />}
            </div>
          </div>
          <OwnSite companyId={company.id} config={company.quoteConfig} />
        </Stack>
      )}
    </QuotesTabs>
  )
}

function NoSector() {
  return (
    <EmptyState
      icon={<IconMapOff />}
      title="Aucun secteur"
      description={<>Dessinez la partie de la ville que vous déneigez&nbsp;: les demandes de ses résidents vous parviendront.</>}
      action={<LinkButton to="/dashboard/quotes/sector/edit">Dessiner le secteur</LinkButton>}
    />
  )
}

/** While off, no new requests arrive; past ones stay here. */
function Module({ config }: { config: Config }) {
  const { isActive } = config
  const { reload } = useSession()
  const update = useAction(quoteCalls.updateQuoteConfig, { failed: 'Impossible d’enregistrer les modifications.', after: reload })
  return (
    <section className={`bordee-card ${classes.card}`} aria-label="Réception des demandes">
      <Switch
        label="Recevoir des demandes"
        description={
          isActive
            ? 'Les résidents de votre secteur peuvent vous demander un prix.'
            : 'Rien de nouveau ne vous parvient. Vos demandes et votre secteur restent ici.'
        }
        checked={isActive}
        disabled={update.isPending}
        onChange={(event) => update.mutate({ isActive: event.currentTarget.checked })}
      />
      <Admission config={config} />
    </section>
  )
}

/** Until platform staff have admitted the company, no request reaches it. */
function Admission({ config: { admission, admissionReason } }: { config: Config }) {
  if (admission === 'pending')
    return (
      <Alert role="note" mt="sm" color="amber" title="En attente d’admission">
        Nous vérifions chaque compagnie avant de lui transmettre les coordonnées des résidents. Vous recevrez un courriel; préparez votre
        secteur en attendant.
      </Alert>
    )
  if (admission === 'refused')
    return (
      <Alert role="note" mt="sm" color="red" title="Votre compagnie n’est pas admise">
        {admissionReason}
      </Alert>
    )
  return null
}

function Sector({ config }: { config: Config }) {
  const polygon = useMemo(() => config.polygon ?? [], [config.polygon])
  const { inside } = useSitesIn(polygon)
  return (
    <section className={`bordee-card ${classes.card}`} aria-labelledby="quote-sector">
      <Stack>
        <SectionTitle id="quote-sector">Secteur</SectionTitle>
        {config.polygon ? (
          <Facts
            facts={{
              Superficie: <span className="bordee-figures">{formatSquareKm(polygon)}</span>,
              'Vos points de service': inside === undefined ? <Skeleton height={12} width={120} /> : `${count(inside, 'point')} de service`,
            }}
          />
        ) : (
          <Hint>Sans secteur, seules les demandes faites sur votre propre site vous parviennent.</Hint>
        )}
        {config.polygon && (
          <LinkButton variant="default" to="/dashboard/quotes/sector/edit" leftSection={<IconPencil size={16} />}>
            Modifier le secteur
          </LinkButton>
        )}
        <a href="/demande-de-soumissions" target="_blank" rel="noreferrer">
          Voir le formulaire des résidents
        </a>
      </Stack>
    </section>
  )
}
