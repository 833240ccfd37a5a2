import { seasonCalls } from '@bordee/core/season/season.calls.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { useCall } from '../calls.ts'
import { Facts } from '../ui/Facts.tsx'
import { SectionTitle } from '../ui/words.tsx'
import classes from './season.module.css'

/** The snow of this season at the client's sites. Nothing if their companies don't show it. */
export function OwnSeasons() {
  const seasons = useCall(seasonCalls.listOwnSeasons, {}, { what: null })
  const known = (seasons.data ?? []).filter(({ snow }) => snow !== null)
  const [first] = known
  if (!first) return null
  return (
    <section className={`${classes.own} bordee-card`} aria-label="Neige de la saison">
      <SectionTitle>{`Neige de la saison ${first.year}-${first.year + 1}`}</SectionTitle>
      <Facts facts={Object.fromEntries(known.map(({ siteName, snow }) => [siteName, `${formatNumber(snow ?? 0)}\u00a0cm`]))} />
    </section>
  )
}
