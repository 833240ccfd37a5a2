import { metresBetween, type Point } from '@bordee/core/geo.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { type ReactNode, useState } from 'react'
import { Sheet } from './Sheet.tsx'
import type { Stop } from './stops.ts'

/** Apps that show the way. The first one is whatever the phone opens for a place. */
const apps = {
  phone: { name: 'Cartes du téléphone', link: ({ lat, lng }: Point) => `geo:${lat},${lng}?q=${lat},${lng}` },
  google: { name: 'Google Maps', link: ({ lat, lng }: Point) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}` },
  apple: { name: 'Plans d’Apple', link: ({ lat, lng }: Point) => `https://maps.apple.com/?daddr=${lat},${lng}` },
  waze: { name: 'Waze', link: ({ lat, lng }: Point) => `https://waze.com/ul?ll=${lat},${lng}&navigate=yes` },
} as const
type App = keyof typeof apps

const memory = 'bordee:maps'
const remembered = () => {
  const app = localStorage.getItem(memory)
  return app && app in apps ? (app as App) : null
}

/** How far the stop is, in which direction, and « Y aller » in the driver's own maps; beside it, `children`. */
export function GoThere({ stop, position, children }: { stop: Stop; position: Point | null; children: ReactNode }) {
  const [isChoosing, setChoosing] = useState(false)
  const [app, setApp] = useState(remembered)
  const { location } = stop
  if (!location) return <div className="there">{children}</div>
  const choose = (chosen: App) => {
    setApp(chosen)
    setChoosing(false)
    localStorage.setItem(memory, chosen)
  }
  return (
    <div className="there">
      {position && <span className="way">{wayTo(position, location)}</span>}
      {app ? (
        <span className="go">
          <a className="button" href={apps[app].link(location)} target="_blank" rel="noreferrer">
            Y aller
          </a>
          <button type="button" className="link" aria-label={`Changer d’application (${apps[app].name})`} onClick={() => setChoosing(true)}>
            {apps[app].name}
          </button>
        </span>
      ) : (
        <button type="button" className="button" onClick={() => setChoosing(true)}>
          Y aller
        </button>
      )}
      {children}
      {isChoosing && (
        <Sheet title="Y aller avec" onClose={() => setChoosing(false)}>
          {(Object.keys(apps) as App[]).map((one) => (
            <a key={one} className="button" href={apps[one].link(location)} target="_blank" rel="noreferrer" onClick={() => choose(one)}>
              {apps[one].name}
            </a>
          ))}
        </Sheet>
      )}
    </div>
  )
}

const directions = ['le nord', 'le nord-est', 'l’est', 'le sud-est', 'le sud', 'le sud-ouest', 'l’ouest', 'le nord-ouest']

/** Closer than this, the driver sees the place, and a direction would only dance. In metres. */
const here = 15

/** « 350 m vers le nord-est ». */
export function wayTo(from: Point, to: Point): string {
  const metres = metresBetween(from, to)
  if (metres < here) return 'Vous y êtes'
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const bearing = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI
  const towards = directions[Math.round((bearing + 360) / 45) % 8]
  const rounded = metres < 1000 ? `${Math.round(metres / 10) * 10}\u00a0m` : `${formatNumber(Math.round(metres / 100) / 10)}\u00a0km`
  return `${rounded} vers ${towards}`
}
