// Why nobody came on a day, from what is known. What isn't known is said to be unknown.
import { formatNumber } from '../text.ts'

export interface DayFacts {
  /** A signed contract covers the day. */
  hasContract: boolean
  /** Centimetres that fell that day; null: nobody knows. */
  snow: number | null
  /** Fallen since the last pass, this day included; null: part of it is unknown. */
  sinceLast: number | null
  /** Centimetres from which the contract promises a pass; null: it names none. */
  threshold: number | null
  /** Runs that the company drove that day, and those among them with a stop here. */
  runs: number
  runsHere: number
  /** When one of these came after midnight. */
  cameLater: string | null
  /** What someone wrote when it was not done. */
  notDone: readonly string[]
}

const cm = (n: number) => `${formatNumber(n)}\u00a0cm`

export function whyNobodyCame({ hasContract, snow, sinceLast, threshold, runs, runsHere, cameLater, notDone }: DayFacts): string {
  if (notDone.length > 0) return `Pas fait\u00a0: ${[...new Set(notDone)].join('\u00a0; ')}`
  if (!hasContract) return 'Aucun contrat signé ne couvre cette journée'
  if (cameLater !== null) return `Tournée commencée\u00a0: passage le ${cameLater}`
  if (snow === 0) return 'Pas de neige'
  if (sinceLast !== null && threshold !== null && sinceLast < threshold)
    return `Sous le seuil\u00a0: ${cm(sinceLast)} depuis le dernier passage, seuil de ${cm(threshold)}`
  if (runsHere > 0) return 'Dans une tournée, sans visite enregistrée'
  if (runs > 0) return 'Sur aucune tournée de la journée'
  if (snow === null) return 'Non connu\u00a0: aucune tournée, et toute la neige n’est pas mesurée'
  return 'Aucune tournée ce jour-là'
}

/** What fell since the last pass, day by day. Unknown from an unknown day until the next pass. */
export function snowSince(days: readonly { snow: number | null; isCleared: boolean }[]): (number | null)[] {
  let sum: number | null = 0
  return days.map(({ snow, isCleared }) => {
    sum = sum === null || snow === null ? null : Math.round((sum + snow) * 10) / 10
    const fallen = sum
    if (isCleared) sum = 0
    return fallen
  })
}
