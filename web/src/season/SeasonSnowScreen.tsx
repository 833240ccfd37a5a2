import { formatMoney } from '@bordee/core/money.ts'
import { inUnits } from '@bordee/core/operations/ceiling.ts'
import { seasonYear } from '@bordee/core/operations/season.ts'
import { seasonCalls } from '@bordee/core/season/season.calls.ts'
import type { SeasonSnowfall } from '@bordee/core/season/season-snow.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { todayIn } from '@bordee/core/time.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { Select } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { TermTable } from '../templates/TermTables.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { NoteWeather } from '../weather/NoteWeather.tsx'
import { SeasonDays } from '../weather/SeasonDays.tsx'
import { WeatherCredits } from '../weather/WeatherCredits.tsx'
import { WeatherOfPeriod } from '../weather/WeatherOfPeriod.tsx'
import classes from './season.module.css'
import { UsageBar } from './UsageBar.tsx'

const seasonsShown = 6
const seasonName = (year: number) => `${year}-${year + 1}`

// season/snow: a season in centimetres, its weather, and what it used of the contracts' ceilings.
export function SeasonSnowScreen() {
  const current = seasonYear(todayIn(useZone(), new Date()))
  const [year, setYear] = useState(current)
  const season = useCall(seasonCalls.getSeason, { year })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="La saison en centimètres"
        onBack={() => void navigate({ to: '/dashboard/operations' })}
        actions={
          <Select
            aria-label="Saison"
            w={140}
            allowDeselect={false}
            value={String(year)}
            onChange={(next) => next && setYear(Number(next))}
            data={Array.from({ length: seasonsShown }, (_, i) => ({ value: String(current - i), label: seasonName(current - i) }))}
          />
        }
      />
      <Loaded query={season} pick={itself} what="Saison" home="/dashboard/operations">
        {(found) => <Snow season={found} isCurrent={year === current} />}
      </Loaded>
    </>
  )
}

function Snow({ season, isCurrent }: { season: SeasonSnowfall; isCurrent: boolean }) {
  const { year, snow, passes, sectors, contracts, days, sources } = season
  // Fixed at the first look: another moment would be another question.
  const [now] = useState(() => hourOf(Date.now()))
  return (
    <div className={classes.snow}>
      <section className="bordee-card" aria-label="La neige">
        <SectionTitle>Neige et passages</SectionTitle>
        <Hint>
          La somme des dernières lectures de chaque opération de neige; un secteur sans lecture prend celle de toute la compagnie. Ce que la
          météo enregistre ne compte pas par lui-même. Un passage hors de tout secteur ne compte que pour la compagnie.
        </Hint>
        <TermTable heads={['Secteur', 'Neige', 'Passages complets']} figures={2} empty="Aucune lecture.">
          {[{ sectorId: '', name: 'Toute la compagnie', snow, passes }, ...sectors].map((one) => (
            <tr key={one.sectorId}>
              <td>{one.sectorId ? one.name : <strong>{one.name}</strong>}</td>
              <td data-figure data-label="Neige">
                {one.snow === null ? 'Aucune lecture' : `${formatNumber(one.snow)}\u00a0cm`}
              </td>
              <td data-figure data-label="Passages complets">
                {formatNumber(one.passes)}
              </td>
            </tr>
          ))}
        </TermTable>
      </section>
      {contracts && <Ceilings contracts={contracts} />}
      <section className={`${classes.wide} bordee-card`} aria-label="La météo">
        <div className={classes.head}>
          <SectionTitle>Météo</SectionTitle>
          {isCurrent && <NoteWeather />}
        </div>
        {isCurrent && (
          <>
            <Hint>Les 24 dernières heures</Hint>
            <WeatherOfPeriod
              label="Les 24 dernières heures"
              from={new Date(now - 23 * hourMs).toISOString()}
              to={new Date(now + hourMs).toISOString()}
            />
          </>
        )}
        {days.length > 0 ? (
          <>
            <Hint>Jour par jour</Hint>
            <SeasonDays year={year} days={days} />
            <p className={classes.credits}>
              <WeatherCredits sources={sources} />
            </p>
          </>
        ) : (
          <Hint>Aucune météo n’a été enregistrée dans cette saison.</Hint>
        )}
      </section>
    </div>
  )
}

function Ceilings({ contracts }: { contracts: NonNullable<SeasonSnowfall['contracts']> }) {
  return (
    <section className="bordee-card" aria-label="Les plafonds">
      <SectionTitle>Plafonds des contrats</SectionTitle>
      <Hint>
        {contracts.length === 0
          ? 'Aucun contrat signé de cette saison n’a de plafond.'
          : 'Les contrats signés, les plus avancés d’abord. Un contrat montre les opérations et les passages qui comptent.'}
      </Hint>
      <ul className={classes.ceilings}>
        {contracts.map(({ contractId, contractNumber, clientName, siteName, used, ceiling, ceilingUnit, ceilingPrice, percent }) => (
          <li key={contractId}>
            <Link to="/dashboard/contracts/list/{-$contractId}" params={{ contractId }}>
              {clientName}
            </Link>
            <UsageBar percent={percent} label={`${formatNumber(used)} sur ${inUnits(ceiling, ceilingUnit)}`} />
            <Hint>{[contractNumber, siteName, `${formatMoney(ceilingPrice)} au-delà`].filter(Boolean).join(' · ')}</Hint>
          </li>
        ))}
      </ul>
    </section>
  )
}
