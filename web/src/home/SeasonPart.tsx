import type { SeasonOperation } from '@bordee/core/home/home.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDuration } from '@bordee/core/time.ts'
import { SeasonBars } from '../operations/SeasonBars.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import classes from './home.module.css'
import { Part } from './Part.tsx'

export function SeasonPart({ season }: { season: readonly SeasonOperation[] }) {
  if (season.length === 0) return null
  const sum = (of: (operation: SeasonOperation) => number | null) => season.reduce((all, operation) => all + (of(operation) ?? 0), 0)
  return (
    <Part title="Saison" aside={<TextLink to="/dashboard/operations">Toutes les opérations</TextLink>} isWide>
      <div className={classes.season}>
        <p className="bordee-figures">
          <strong>{count(season.length, 'opération')}</strong>
          <strong>
            <TextLink to="/dashboard/season/snow">{formatNumber(Math.round(sum(({ depth }) => depth)))}&nbsp;cm de neige</TextLink>
          </strong>
          <strong>{formatDuration(Math.round(sum(({ hours }) => hours) * 3600))} de travail</strong>
        </p>
        <SeasonBars nights={season} height={110} />
      </div>
    </Part>
  )
}
