// How large a company's quote sector may be, and how far from its address: residents' names and phones go to whoever serves
// the place. Platform staff may lift these limits.
import { metresBetween, type Point, type Polygon, squareKm } from '../geo.ts'
import { formatNumber } from '../text.ts'

const largestKm2 = 2500
const farthestKm = 80

const orAskUs = 'Écrivez-nous s’il vous en faut un plus grand.'

/** Why the sector is refused; null if it may be saved. */
export function sectorRefusal(sector: Polygon, home: Point | null): string | null {
  if (squareKm(sector) > largestKm2) return `Le secteur ne peut pas dépasser ${formatNumber(largestKm2)}\u00a0km². ${orAskUs}`
  if (!home) return 'Choisissez d’abord l’adresse de votre compagnie parmi les suggestions, dans Ma compagnie.'
  if (sector.some((corner) => metresBetween(home, corner) > farthestKm * 1000))
    return `Le secteur ne peut pas s’éloigner de plus de ${farthestKm}\u00a0km de votre adresse. ${orAskUs}`
  return null
}
