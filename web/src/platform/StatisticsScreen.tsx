import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'
import { platformCalls, type Statistics } from '@bordee/core/platform/platform.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button } from '@mantine/core'
import { IconBell, IconFileText, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Chart } from '../ui/Charts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { SectionTitle } from '../ui/words.tsx'
import classes from './StatisticsScreen.module.css'

// /dashboard/statistics: how much the platform is used, for the super administrator (docs/product/platform.md).
export function StatisticsScreen() {
  const statistics = useCall(platformCalls.getStatistics)
  if (statistics.isPending) return <LoadingPage />
  if (!statistics.data) return <BrokenPart page onRetry={() => void statistics.refetch()} />
  const { companies, clients, activeRuns, operations, openOperations, alertsPerDay, contractsPerStatus } = statistics.data
  return (
    <>
      <PageHeader
        title="Statistiques"
        description="Les compagnies ouvertes de la plateforme, en ce moment."
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={statistics.isFetching}
            onClick={() => void statistics.refetch()}
          >
            Actualiser
          </Button>
        }
      />
      <dl className={classes.figures}>
        <Figure label={<TextLink to="/dashboard/companies/list">Compagnies</TextLink>} value={companies} />
        <Figure label="Clients" value={clients} />
        <Figure label="Tournées en cours" value={activeRuns} />
        <Figure label="Opérations ouvertes" value={openOperations} />
        <Figure label="Opérations" value={operations} />
      </dl>
      <div className={classes.charts}>
        <Panel title="Alertes envoyées par jour">
          <Alerts days={alertsPerDay} />
        </Panel>
        <Panel title="Contrats par statut">
          <Contracts perStatus={contractsPerStatus} />
        </Panel>
      </div>
    </>
  )
}

function Alerts({ days }: { days: Statistics['alertsPerDay'] }) {
  if (!days.some(({ count }) => count > 0))
    return <EmptyState icon={<IconBell />} title="Aucune alerte envoyée" description="Les envois de chaque jour s’afficheront ici." />
  return (
    <Chart
      kind="bar"
      label="Alertes envoyées par jour"
      data={days.map(({ date, count }) => ({ jour: formatDate(date).slice(0, 5), Alertes: count }))}
      by="jour"
      series={[{ name: 'Alertes' }]}
    />
  )
}

function Contracts({ perStatus }: { perStatus: Statistics['contractsPerStatus'] }) {
  const data = Object.entries(contractStatusNames).map(([status, name]) => ({ statut: name, Contrats: perStatus[status] ?? 0 }))
  if (data.every(({ Contrats: count }) => count === 0))
    return <EmptyState icon={<IconFileText />} title="Aucun contrat" description="Les contrats de chaque statut s’afficheront ici." />
  return <Chart kind="bar" label="Contrats par statut" data={data} by="statut" series={[{ name: 'Contrats', color: 'info' }]} />
}

function Figure({ label, value }: { label: ReactNode; value: number }) {
  return (
    <div className={`${classes.figure} bordee-card`}>
      <dt>{label}</dt>
      <dd className="bordee-figures">{formatNumber(value)}</dd>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${classes.panel} bordee-card`} aria-label={title}>
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  )
}
