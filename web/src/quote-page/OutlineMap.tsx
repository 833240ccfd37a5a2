import { isSimple, type Point, type Polygon } from '@bordee/core/geo.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { formatArea } from '../ui/map/area.ts'
import { fromGeoJson } from '../ui/map/geoJson.ts'
import { Sketch } from '../ui/map/sketch.ts'
import { noMap } from './PinMap.tsx'
import { useEntryMap } from './useEntryMap.ts'

interface Props {
  point: Point
  onMoved: (point: Point) => void
  polygon: Polygon | null
  onOutlined: (polygon: Polygon | null) => void
  error: string | undefined
}

const hints = {
  empty: 'Le repère est-il sur votre entrée? Glissez-le au besoin.',
  drawing: 'Touchez chaque coin de l’entrée, puis le premier pour fermer le contour.',
  outlined: 'Touchez le contour pour le corriger.',
}
const crossing = 'Le contour se croise\u00a0: déplacez ou retirez un coin.'

/** The address's pin, and the outline of the driveway around it. */
export function OutlineMap({ point, onMoved, polygon, onOutlined, error }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const map = useEntryMap(place, {
    label: 'Carte de l’entrée',
    point,
    isPlaced: true,
    onMoved,
    isLaying: !isDrawing && !polygon,
  })
  const outline = useOutline(map === 'impossible' ? null : map, { polygon, onOutlined, setIsDrawing })

  if (map === 'impossible') return <p className="map-waits">{noMap}</p>
  const hint = outline.isCrossing ? crossing : hints[isDrawing ? 'drawing' : polygon ? 'outlined' : 'empty']
  return (
    <div className="outline">
      <div className="map" data-ready={map ? true : undefined}>
        <div ref={place} />
        {isDrawing && <span className="cross" aria-hidden />}
      </div>
      <p className={outline.isCrossing ? 'error' : 'hint'} role="status">
        {hint}
      </p>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="tools">
        {isDrawing ? (
          <>
            <button type="button" className="button small quiet" onClick={outline.lay}>
              Point au centre
            </button>
            {outline.laid.length >= 3 && (
              <button type="button" className="button small" onClick={outline.close} disabled={outline.isCrossing}>
                Fermer le contour
              </button>
            )}
            <button type="button" className="button small quiet" onClick={outline.giveUp}>
              Abandonner
            </button>
          </>
        ) : polygon ? (
          <>
            <strong className="area">{formatArea(polygon)}</strong>
            <button type="button" className="button small quiet" onClick={() => onOutlined(null)}>
              Effacer le contour
            </button>
          </>
        ) : (
          <>
            <button type="button" className="button small quiet" onClick={outline.begin} disabled={!map}>
              Tracer le contour de l’entrée
            </button>
            <span className="hint">Facultatif, pour un prix plus juste.</span>
          </>
        )}
      </div>
    </div>
  )
}

interface Outlining {
  polygon: Polygon | null
  onOutlined: (polygon: Polygon | null) => void
  setIsDrawing: (isDrawing: boolean) => void
}

function useOutline(map: MapLibre | null, { polygon, onOutlined, setIsDrawing }: Outlining) {
  const sketch = useRef<Sketch>(null)
  const [isCrossing, setIsCrossing] = useState(false)
  /** Corners placed at the centre of the map by keyboard users. */
  const [laid, setLaid] = useState<Point[]>([])
  const latest = useRef({ polygon, onOutlined })
  latest.current = { polygon, onOutlined }
  const drawnId = useRef<string>(crypto.randomUUID())

  useEffect(() => {
    if (!map) return
    const made = new Sketch(map, {
      changed: (id, points) => {
        drawnId.current = id
        latest.current.onOutlined(points)
      },
      drawn: (id) => {
        setIsDrawing(false)
        made.select(id)
      },
      selected: () => undefined,
      crossing: setIsCrossing,
    })
    sketch.current = made
    return () => {
      sketch.current = null
      made.stop()
    }
  }, [map, setIsDrawing])
  useEffect(() => {
    if (map) sketch.current?.show(polygon ? [{ id: drawnId.current, points: polygon }] : [])
  }, [map, polygon])

  function lay() {
    if (!map) return
    const centre = fromGeoJson(map.getCenter().toArray())
    const last = laid.at(-1)
    if (last?.lat === centre.lat && last.lng === centre.lng) return
    const next = [...laid, centre]
    setLaid(next)
    sketch.current?.preview(next)
    setIsCrossing(next.length > 3 && !isSimple(next))
  }

  return {
    isCrossing,
    laid,
    begin() {
      setLaid([])
      setIsDrawing(true)
      sketch.current?.draw()
    },
    lay,
    close() {
      setLaid([])
      sketch.current?.add(laid)
    },
    giveUp() {
      setLaid([])
      setIsCrossing(false)
      setIsDrawing(false)
      sketch.current?.edit()
    },
  }
}
