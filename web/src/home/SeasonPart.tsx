import type { SeasonOperation } from '@bordee/core/home/home.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDate, formatDuration, todayIn } from '@bordee/core/time.ts'
import { Chart } from '../ui/Charts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './home.module.css'
import { Part } from './Part.tsx'

export function SeasonPart({ season }: { season: readonly SeasonOperation[] }) {
  const zone = useZone()
  if (season.length === 0) return null
  const sum = (of: (operation: SeasonOperation) => number | null) => season.reduce((all, operation) => all + (of(operation) ?? 0), 0)
  const data = season.map(({ openedAt, depth, hours }) => ({
    jour: formatDate(todayIn(zone, new Date(openedAt))).slice(0, 5),
    cm: depth ?? 0,
    Heures: Math.round(hours ?? 0),
  }))
  return (
    <Part title="Saison" aside={<TextLink to="/dashboard/operations">Toutes les opérations</TextLink>} isWide>
      <div className={classes.season}>
        <p className="bordee-figures">
          <strong>{count(season.length, 'opération')}</strong>
          <strong>{formatNumber(Math.round(sum(({ depth }) => depth)))}&nbsp;cm de neige</strong>
          <strong>{formatDuration(Math.round(sum(({ hours }) => hours) * 3600))} de travail</strong>
        </p>
        <Chart
          kind="bar"
          label={`Neige et heures de ${count(season.length, 'opération')}`}
          height={120}
          data={data}
          by="jour"
          series={[
            { name: 'cm', color: 'info' },
            { name: 'Heures', color: 'spruce' },
          ]}
        />
      </div>
    </Part>
  )
}
