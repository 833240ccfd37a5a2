// One line for every day of the period: its weather, who came, or why nobody did.
import { snowSince, whyNobodyCame } from '@bordee/core/evidence/why-nobody.ts'
import { type Requirement, requirementOf } from '@bordee/core/operations/requirement.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { addDays, formatDate, formatInstant, type IsoDate, todayIn } from '@bordee/core/time.ts'
import type { WeatherHour } from '@bordee/core/weather/weather.ts'
import { degrees, passText } from './dossier-hours.ts'
import { type ReadingFacts, readingText } from './dossier-readings.ts'
import type { WeatherWords } from './dossier-weather.ts'
import { cameHere, markText, trueVisits, type Words } from './dossier-words.ts'
import type { Pass } from './pass-facts.ts'
import type { About, ContractFacts, RunsOfDay } from './site-facts.ts'

export interface DayLine {
  day: string
  weather: string
  text: string
  hasPass: boolean
}

interface Known {
  about: About
  contracts: readonly ContractFacts[]
  passes: readonly Pass[]
  runs: readonly RunsOfDay[]
  weather: WeatherWords
  readings: readonly ReadingFacts[]
  /** Nothing is known of the days after it. */
  today: IsoDate
}

export function dayLines(words: Words, { from, to }: { from: IsoDate; to: IsoDate }, known: Known): DayLine[] {
  const { about, contracts, passes, runs, weather, readings, today } = known
  const until = to < today ? to : today
  const days: IsoDate[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day)
  const dayOf = (at: Date) => todayIn(words.zone, at)
  // A pass around midnight is of both days.
  const dated = passes.flatMap((pass) =>
    [...new Set([pass.at, ...trueVisits(pass).map(({ from }) => from)].map(dayOf))].map((day) => ({ day, pass })),
  )
  const passesOf = Map.groupBy(dated, ({ day }) => day)
  const readingsOf = Map.groupBy(readings, ({ at }) => dayOf(at))
  const weatherOf = weatherByDay(words.zone, weather)
  const facts = days.map((day) => ({
    day,
    passes: passesOf.get(day)?.map(({ pass }) => pass) ?? [],
    weather: weatherOf.get(day) ?? { snow: null, text: readText(readingsOf.get(day)) },
  }))
  const contractOn = (day: IsoDate) => contracts.find(({ startAt, endAt }) => startAt <= day && day <= endAt)
  // What fell before the contract began is nobody's promise.
  const since = snowSince(facts.map((one) => ({ snow: one.weather.snow, isCleared: one.passes.some(isComplete) || !contractOn(one.day) })))
  return facts.map(({ day, passes: own, weather: fell }, i) => {
    const came = own.filter(cameHere)
    const contract = contractOn(day)
    const driven = runs.find((one) => one.day === day)
    const later = passes.find((pass) => driven?.here.includes(pass.runId) && cameHere(pass))
    const why = () =>
      whyNobodyCame({
        hasContract: contract !== undefined,
        snow: fell.snow,
        sinceLast: since[i] ?? null,
        threshold: thresholdOf(contract?.requirement, about),
        runs: driven?.runs ?? 0,
        runsHere: driven?.here.length ?? 0,
        cameLater: later ? formatInstant(later.at, words.zone) : null,
        notDone: own.flatMap(({ marks }) => marks.filter(({ type }) => type === 'mark_as_not_done').map(reasonOf)),
      })
    return {
      day: formatDate(day),
      weather: fell.text,
      text: came.length > 0 ? came.map((pass) => passText(words, pass)).join('\u00a0; ') : why(),
      hasPass: came.length > 0,
    }
  })
}

const reasonOf = (mark: Parameters<typeof markText>[0]) => markText(mark).replace(/^Pas fait(\u00a0: )?/, '') || 'sans raison inscrite'

/** As for clearing: a part of the driveway isn't all of it. */
const isComplete = ({ state, kind, isInOperation, visits }: Pass) =>
  visits.length > 0 && (!isInOperation || (state === 'done' && completeKinds.includes(kind)))

const thresholdOf = (requirement: Requirement | undefined, { defaults }: About) =>
  requirement ? requirementOf(requirement, defaults).triggerDepth : null

interface DayWeather {
  /** Null unless every hour is known. */
  snow: number | null
  text: string
}

/** The last of each kind that people read in an operation: all that is known of a day without recorded hours. */
function readText(readings: readonly ReadingFacts[] = []): string {
  const last = (['temperature', 'depth'] as const).flatMap((kind) => readings.findLast((one) => one.kind === kind) ?? [])
  return last.map(readingText).join('\u00a0; ') || 'Météo non connue'
}

/** What fell until midnight belongs to the day before. */
function weatherByDay(zone: string, weather: WeatherWords): Map<IsoDate, DayWeather> {
  const byDay = Map.groupBy(weather.hours, ({ hour }) => todayIn(zone, new Date(Date.parse(hour) - 60_000)))
  const known = [...byDay].flatMap(([day, hours]) => {
    const found = summary(hours, weather.typedMark(hours))
    return found ? [[day, found] as const] : []
  })
  return new Map(known)
}

function summary(hours: readonly WeatherHour[], typedMark: string): DayWeather | null {
  const temperatures = hours.flatMap(({ temperature }) => temperature ?? [])
  const snows = hours.flatMap(({ snow }) => snow ?? [])
  const rains = hours.flatMap(({ rain }) => rain ?? [])
  if (temperatures.length === 0 && snows.length === 0) return null
  const total = (all: readonly number[]) => Math.round(all.reduce((sum, n) => sum + n, 0) * 10) / 10
  const missing = hours.length - snows.length
  const [lowest, highest] = [Math.min(...temperatures), Math.max(...temperatures)]
  const parts = [
    temperatures.length > 0 && (lowest === highest ? degrees(lowest) : `${degrees(lowest)} à ${degrees(highest)}`),
    snows.length > 0 ? `${formatNumber(total(snows))}\u00a0cm` : 'neige non mesurée',
    total(rains) > 0 && `${formatNumber(total(rains))}\u00a0mm de pluie`,
    snows.length > 0 && missing > 0 && `${count(missing, 'heure manque', 'heures manquent')}`,
  ]
  return { snow: missing === 0 ? total(snows) : null, text: parts.filter(Boolean).join(', ') + typedMark }
}
