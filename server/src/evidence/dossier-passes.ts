// Each pass of a dossier: times, the track over the drawn areas, what was written, what was corrected, photos.
import { planOf } from '@bordee/core/evidence/plan.ts'
import type { Polygon } from '@bordee/core/geo.ts'
import { photoKindNames } from '@bordee/core/photos/photo.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate, formatDuration, formatInstant, hourIn, wallClock } from '@bordee/core/time.ts'
import { markText, spanText, type Words, workOf } from './dossier-words.ts'
import type { Pass, PhotoFacts } from './pass-facts.ts'

export interface Drawn {
  file: string
  alt: string
  caption: string
}

export interface PassContent {
  title: string
  facts: [string, string][]
  visits: { area: string; times: string; duration: string; driver: string }[]
  corrections: string[]
  marks: string[]
  plan: Drawn | null
  photos: Drawn[]
}

const states = { todo: 'À faire', done: 'Fait', partial: 'Fait en partie', 'not-done': 'Pas fait' } as const

/** `files` receives the drawings; `shown` are the photos that have room. */
export function passContent(
  words: Words,
  pass: Pass,
  {
    number,
    siteAreas,
    shown,
    files,
  }: { number: number; siteAreas: readonly Polygon[]; shown: readonly PhotoFacts[]; files: Record<string, Uint8Array> },
): PassContent {
  const { zone } = words
  const work = workOf(pass)
  return {
    title: `${number}. ${formatInstant(pass.at, zone)}`,
    facts: [
      [
        'Tournée',
        [pass.routeName, pass.isInOperation && runKindNames[pass.kind], pass.unit && `unité ${pass.unit}`].filter(Boolean).join(', '),
      ],
      ['Statut', states[pass.state] + (pass.isSealed ? ', scellé au registre' : '')],
      ...(work ? ([['Surface et matériau', work]] satisfies [string, string][]) : []),
    ],
    visits: pass.visits.map(({ area, startedAt, finishedAt, driver }) => ({
      area,
      times: spanText(zone, { from: startedAt, to: finishedAt }),
      duration: formatDuration((+finishedAt - +startedAt) / 1000),
      driver: words.driver(driver),
    })),
    corrections: pass.visits.flatMap(({ area, corrections }) =>
      corrections.map(({ startedAt, finishedAt, reason, userName, at }) => {
        const truth = startedAt && finishedAt ? spanText(zone, { from: new Date(startedAt), to: new Date(finishedAt) }) : 'aucune visite'
        return `${area}\u00a0: corrigée le ${formatInstant(at, zone)} par ${userName}, en vérité ${truth}. Motif\u00a0: ${reason}`
      }),
    ),
    marks: [
      ...pass.marks.map((mark) => `${hourIn(zone, mark.at)}, ${mark.isDriver ? words.driver(mark.by) : mark.by}\u00a0: ${markText(mark)}`),
      ...pass.damages.map(
        ({ at, by, isDriver, note }) => `${hourIn(zone, at)}, ${isDriver ? words.driver(by) : by}\u00a0: Dommage, «\u00a0${note}\u00a0»`,
      ),
    ],
    plan: drawnPlan(words, pass, number, siteAreas, files),
    photos: shown.map((photo) => photoContent(words, photo)),
  }
}

function drawnPlan(
  words: Words,
  pass: Pass,
  number: number,
  siteAreas: readonly Polygon[],
  files: Record<string, Uint8Array>,
): Drawn | null {
  const points = pass.track.flat()
  if (points.length === 0) return null
  const plan = planOf(pass.polygons.length > 0 ? pass.polygons : siteAreas, pass.track)
  if (!plan) return null
  const file = `trace-${number}.svg`
  files[file] = Buffer.from(plan.svg)
  const [first, last] = [points[0], points.at(-1)]
  const times = first && last ? spanText(words.zone, { from: new Date(first.at), to: new Date(last.at) }) : ''
  return {
    file,
    alt: `Trace de la déneigeuse sur les zones dessinées, nord en haut\u00a0: ${count(points.length, 'position')}, de ${times}.`,
    caption: `${count(points.length, 'position')}, de ${times}. Le trait du bas fait ${plan.barMetres}\u00a0m; le nord est en haut.`,
  }
}

export const photoFile = ({ id }: PhotoFacts) => `photo-${id}.jpg`

export function photoContent(words: Words, photo: PhotoFacts): Drawn {
  const said = `${photoKindNames[photo.kind]}, ${formatInstant(photo.takenAt, words.zone)}, ${words.driver(photo.author)}`
  return { file: photoFile(photo), alt: `Photo\u00a0: ${said}`, caption: said }
}

/** Named by the mark or the damage, else by its visit, else by the run. */
export const photosOfPass = (pass: Pass, photos: readonly PhotoFacts[]) => {
  const ids = new Set([...pass.marks, ...pass.damages, ...pass.visits].map(({ id }) => id))
  return photos.filter(({ kind, markId, visitId, runId }) => {
    if (kind === 'condition') return false
    if ((markId && ids.has(markId)) || (visitId && ids.has(visitId))) return true
    return !markId && !visitId && runId === pass.runId
  })
}

/** Every position shown, for whoever wants to compute the visits again. */
export function positionsCsv(words: Words, passes: readonly Pass[]): Uint8Array {
  const lines = passes.flatMap((pass, i) =>
    pass.track.flat().map(({ at, lat, lng, accuracy, speed }) => {
      const { date, time } = wallClock(new Date(at), words.zone)
      return [i + 1, new Date(at).toISOString(), `${formatDate(date)} ${time}`, lat, lng, accuracy ?? '', speed ?? ''].join(',')
    }),
  )
  return Buffer.from(`\ufeff${['passage,instant_utc,heure_locale,latitude,longitude,precision_m,vitesse_m_s', ...lines].join('\r\n')}\r\n`)
}
