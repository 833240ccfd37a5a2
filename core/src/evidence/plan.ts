// Draws a track over the drawn areas as SVG, with its scale and north up (docs/product/evidence.md).
import type { Point, Polygon } from '../geo.ts'
import { planeAround, type Spot } from './neighbourhood.ts'

const [width, height, margin] = [360, 220, 14]
const [areaColor, trackColor, ink] = ['#17504A', '#B3541E', '#16282B']
/** Kept free below for the scale. */
const footer = 18
/** A small driveway is drawn with what is around it. */
const leastMetres = 24

interface Plan {
  svg: string
  /** What the bar stands for. */
  barMetres: number
}

/** Null when there is nothing to draw. */
export function planOf(areas: readonly Polygon[], track: readonly (readonly Point[])[]): Plan | null {
  const [origin] = [...areas.flat(), ...track.flat()]
  if (!origin) return null
  const spotOf = planeAround(origin)
  const [shapes, lines] = [areas.map((polygon) => polygon.map(spotOf)), track.map((piece) => piece.map(spotOf))]
  const spots = [...shapes, ...lines].flat()
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)]
  const [wide, high] = [Math.max(leastMetres, Math.max(...xs) - Math.min(...xs)), Math.max(leastMetres, Math.max(...ys) - Math.min(...ys))]
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2] as const
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin - footer) / high)
  const place = ([x, y]: Spot): Spot => [tenth(width / 2 + (x - middle[0]) * scale), tenth((height - footer) / 2 + (y - middle[1]) * scale)]
  const points = (line: readonly Spot[]) => line.map((spot) => place(spot).join(',')).join(' ')
  const dot = ([x, y]: Spot) => `<circle cx="${x}" cy="${y}" r="1.3" fill="${trackColor}"/>`
  const stroke = (d: string) => `<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.2"/>`
  const barMetres = [100, 50, 20, 10, 5].find((metres) => metres * scale <= width / 3) ?? 5
  const parts = [
    `<rect width="${width}" height="${height}" fill="#F2F5F4"/>`,
    ...shapes.map(
      (s) => `<polygon points="${points(s)}" fill="${areaColor}" fill-opacity="0.18" stroke="${areaColor}" stroke-width="1.2"/>`,
    ),
    ...lines.map((line) => `<polyline points="${points(line)}" fill="none" stroke="${trackColor}" stroke-width="1.1"/>`),
    ...lines.flat().map((spot) => dot(place(spot))),
    stroke(`M${margin} ${height - 12}v4h${tenth(barMetres * scale)}v-4`),
    // North is up: an arrow and its letter, drawn so that no font is needed.
    stroke(`M${width - 18} 30V6m-4 7l4-7l4 7`),
    stroke(`M${width - 21} 42v-8l6 8v-8`),
  ]
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`, barMetres }
}

const tenth = (n: number) => Math.round(n * 10) / 10
