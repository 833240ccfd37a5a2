// The first page: the hours around the moment that a claim is about.
import { hoursAfter, hoursBefore } from '@bordee/core/evidence/evidence-file.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatHour, wallClock } from '@bordee/core/time.ts'
import type { WeatherHour } from '@bordee/core/weather/weather.ts'
import { type ReadingFacts, readingText } from './dossier-readings.ts'
import type { WeatherWords } from './dossier-weather.ts'
import { cameHere, isCorrected, markText, spanOf, spanText, trueVisits, type Words, workOf } from './dossier-words.ts'
import type { Pass } from './pass-facts.ts'
import type { AlertFacts } from './site-facts.ts'

const hour = 3_600_000

export const hoursAround = (moment: Date) => {
  const here = Math.floor(+moment / hour) * hour
  return { since: new Date(here - hoursBefore * hour), before: new Date(here + (hoursAfter + 1) * hour) }
}

export interface HourLine {
  at: string
  temperature: string
  /** What fell in the hour: snow in centimetres, rain in millimetres. */
  fell: string
  events: string[]
  isMoment: boolean
}

interface Around {
  weather: WeatherWords
  passes: readonly Pass[]
  alerts: readonly AlertFacts[]
  readings: readonly ReadingFacts[]
}

/** One line per hour. A temperature is the one at its beginning; what fell is known at its end. */
export function hourLines(words: Words, moment: Date, { weather, passes, alerts, readings }: Around): HourLine[] {
  const { since, before } = hoursAround(moment)
  const known = new Map(weather.hours.map((one) => [Date.parse(one.hour), one]))
  return Array.from({ length: (+before - +since) / hour }, (_, i) => {
    const at = +since + i * hour
    const isIn = (when: Date) => +when >= at && +when < at + hour
    const [begun, ended] = [known.get(at), known.get(at + hour)]
    const { date, time } = wallClock(new Date(at), words.zone)
    return {
      at: `${date.slice(8)}/${date.slice(5, 7)} ${formatHour(time)}`,
      temperature: begun?.temperature == null ? '–' : degrees(begun.temperature) + weather.typedMark([begun], ['temperature']),
      fell:
        fallen(ended) +
        weather.typedMark(
          [ended],
          fell.filter((key) => ended?.[key] || (!ended?.snow && !ended?.rain)),
        ),
      events: [
        ...passes.filter((pass) => isIn(startOf(pass))).map((pass) => passText(words, pass)),
        ...readings.filter((one) => isIn(one.at)).map(readingText),
        ...alertTexts(alerts.filter((one) => isIn(one.at))),
      ],
      isMoment: isIn(moment),
    }
  })
}

const startOf = (pass: Pass) => spanOf(trueVisits(pass))?.from ?? pass.at

export const degrees = (n: number) => `${formatNumber(n)}\u00a0°C`

const fell = ['snow', 'rain'] as const

function fallen(one: WeatherHour | undefined): string {
  if (!one || (one.snow === null && one.rain === null)) return '–'
  const parts = [one.snow ? `${formatNumber(one.snow)}\u00a0cm` : '', one.rain ? `${formatNumber(one.rain)}\u00a0mm de pluie` : '']
  return parts.filter(Boolean).join(', ') || '0'
}

export function passText(words: Words, pass: Pass): string {
  const span = spanOf(trueVisits(pass))
  const driver = pass.visits[0]?.driver ?? pass.marks.find(({ isDriver }) => isDriver)?.by
  const who = driver === undefined ? null : words.driver(driver)
  const marks = pass.marks.filter(
    ({ type, inspection }) => inspection || !span || type === 'mark_as_not_done' || type === 'mark_as_partial',
  )
  const what = [
    span && `Visite, ${spanText(words.zone, span)}`,
    ...marks.map(markText),
    span && workOf(pass),
    isCorrected(pass) && 'corrigée',
  ]
  const said = [...new Set(what.filter(Boolean))]
  if (said.length === 0) said.push(cameHere(pass) ? 'Passage' : 'Visite corrigée\u00a0: personne n’est venu')
  return [...said, who].filter(Boolean).join(' · ')
}

function alertTexts(alerts: readonly AlertFacts[]): string[] {
  const left = alerts.filter(({ status }) => status === 'accepted' || status === 'delivered')
  const failed = alerts.length - left.length
  return [
    ...(left.length > 0 ? [`${count(left.length, 'alerte envoyée', 'alertes envoyées')}`] : []),
    ...(failed > 0 ? [`${count(failed, 'alerte non envoyée', 'alertes non envoyées')}`] : []),
  ]
}
