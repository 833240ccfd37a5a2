import { isSimple, type Point, type Polygon } from '@bordee/core/geo.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { confirmRemoval } from '../dialogs.tsx'
import { useTouch } from '../useTouch.ts'
import { WhyButton } from '../WhyButton.tsx'
import { formatArea } from './area.ts'
import { startDrawing } from './drawing.ts'
import { fromGeoJson } from './geoJson.ts'
import { useMap } from './MapView.tsx'
import classes from './map.module.css'
import { useMapSettings } from './settings.ts'
import { Sketch } from './sketch.ts'
import { type Undo, useUndo, useUndoKeys } from './useUndo.ts'

export interface DrawnPolygon {
  id: string
  points: Polygon
}

export interface MapDrawProps {
  polygons: DrawnPolygon[]
  onChange: (polygons: DrawnPolygon[]) => void
  /** One for a sector; a site may have many zones. */
  max?: number
  /** At least this many must stay: a site's last zone can't be deleted. */
  min?: number
  /** Selects from outside, e.g. from a list beside the map. Clicks on the map call `onSelect`. */
  selectedId?: string | null
  onSelect?: (id: string | null) => void
  /** The steps of a caller that draws more than polygons. */
  steps?: Undo
}

const crossing = 'Le tracé se croise lui-même\u00a0: déplacez ou retirez un point.'
const enough = (max: number) => (max > 1 ? `${max} zones au plus.` : 'Une seule zone\u00a0: modifiez celle qui est dessinée.')
const noPictures =
  'Aucune photo aérienne n’est configurée. La personne qui administre le serveur peut en ajouter avec MAP_SATELLITE_STYLE_URL.'
const clicked = {
  empty: 'Cliquez sur «\u00a0Dessiner\u00a0», puis sur la carte.',
  idle: 'Cliquez sur une zone pour la modifier.',
  drawing: 'Cliquez pour poser chaque point; cliquez sur le premier pour fermer.',
  selected: 'Glissez un point, ou le milieu d’un côté pour en ajouter un. Clic droit\u00a0: retirer le point.',
}
const touched = {
  empty: 'Touchez «\u00a0Dessiner\u00a0», puis la carte.',
  idle: 'Touchez une zone pour la modifier.',
  drawing: 'Touchez pour poser chaque point; touchez le premier pour fermer.',
  selected: 'Glissez un point, ou le milieu d’un côté pour en ajouter un.',
}

/** Draws and edits polygons inside a MapView. One that crosses itself shows in red and never reaches `onChange`. */
export function MapDraw({ polygons, onChange, max = Number.POSITIVE_INFINITY, min = 0, selectedId, onSelect, steps }: MapDrawProps) {
  const map = useMap()
  const { noAerial } = useMapSettings()
  const hints = useTouch() ? touched : clicked
  const [mode, setMode] = useState<'idle' | 'drawing' | 'selected'>('idle')
  const [wrong, setWrong] = useState(false)
  const [selected, setSelected] = useState<string | null>(null)
  /** Points placed at the centre of the map by keyboard users. */
  const [laid, setLaid] = useState<Point[]>([])
  const sketch = useRef<Sketch>(null)
  const own = useUndo(() => polygons, onChange)
  const change = (next: DrawnPolygon[]) => {
    own.record()
    onChange(next)
  }
  const latest = useRef({ polygons, change, onSelect })
  latest.current = { polygons, change, onSelect }

  useEffect(() => {
    const made = new Sketch(map, {
      changed: (id, points) => {
        const { polygons: now, change: tell } = latest.current
        tell(
          now.some((polygon) => polygon.id === id)
            ? now.map((polygon) => (polygon.id === id ? { ...polygon, points } : polygon))
            : [...now, { id, points }],
        )
      },
      drawn: (id) => made.select(id),
      selected: (id) => {
        setSelected(id)
        setMode(id ? 'selected' : 'idle')
        latest.current.onSelect?.(id)
      },
      crossing: setWrong,
    })
    sketch.current = made
    made.show(latest.current.polygons)
    return () => made.stop()
  }, [map])
  useEffect(() => (mode === 'drawing' ? startDrawing(map) : undefined), [map, mode])
  useEffect(() => sketch.current?.show(polygons), [polygons])
  useEffect(() => {
    if (selectedId !== undefined) sketch.current?.select(selectedId)
  }, [selectedId])

  function begin() {
    // Before the mode is set, because deselecting the polygon sets it to « idle ».
    sketch.current?.draw()
    setMode('drawing')
    setLaid([])
  }
  function giveUp() {
    setLaid([])
    setWrong(false)
    setMode('idle')
    sketch.current?.edit()
  }
  function lay() {
    const centre = fromGeoJson(map.getCenter().toArray())
    const last = laid.at(-1)
    if (last?.lat === centre.lat && last.lng === centre.lng) return
    show([...laid, centre])
  }
  function show(next: Point[]) {
    setLaid(next)
    sketch.current?.preview(next)
    setWrong(next.length > 3 && !isSimple(next))
  }
  function close() {
    setLaid([])
    sketch.current?.add(laid)
  }
  async function remove() {
    if (!selected || !(await confirmRemoval({ title: 'Supprimer cette zone?' }))) return
    change(polygons.filter(({ id }) => id !== selected))
    setSelected(null)
    setMode('idle')
  }

  // While a polygon is drawn, its corners are taken back one by one.
  const corners = {
    undo: () => (laid.length ? show(laid.slice(0, -1)) : sketch.current?.undo()),
    redo: () => sketch.current?.redo(),
  }
  const { undo, redo } = mode === 'drawing' ? corners : (steps ?? own)
  useUndoKeys({ undo, redo })

  const shown = polygons.find(({ id }) => id === selected)
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label="Dessin">
        {mode === 'drawing' ? (
          <>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={lay}>
              Point au centre
            </Button>
            {laid.length >= 3 && (
              <Button size="xs" onClick={close} disabled={!isSimple(laid)}>
                Fermer la zone
              </Button>
            )}
            <Button size="xs" variant="default" leftSection={<IconX size={14} />} onClick={giveUp}>
              Abandonner
            </Button>
          </>
        ) : (
          <WhyButton size="xs" leftSection={<IconPencil size={14} />} why={polygons.length >= max && enough(max)} onClick={begin}>
            Dessiner
          </WhyButton>
        )}
        {selected && mode === 'selected' && (
          <WhyButton
            size="xs"
            variant="default"
            px={8}
            aria-label="Supprimer la zone"
            why={polygons.length <= min && 'Il doit rester au moins une zone.'}
            onClick={() => void remove()}
          >
            <IconTrash size={15} />
          </WhyButton>
        )}
        <WhyButton size="xs" variant="default" px={8} aria-label="Défaire" why={!undo && 'Rien à défaire.'} onClick={undo}>
          <IconArrowBackUp size={15} />
        </WhyButton>
        <WhyButton size="xs" variant="default" px={8} aria-label="Refaire" why={!redo && 'Rien à refaire.'} onClick={redo}>
          <IconArrowForwardUp size={15} />
        </WhyButton>
        {noAerial && (
          <WhyButton size="xs" variant="default" why={noPictures}>
            Satellite
          </WhyButton>
        )}
      </div>
      {mode === 'drawing' && <span className={classes.cross} aria-hidden />}
      <div className={classes.said} role="status">
        <span data-wrong={wrong || undefined}>
          {wrong ? crossing : hints[mode === 'idle' && polygons.length === 0 ? 'empty' : mode]}
          {shown && !wrong && ` ${formatArea(shown.points)}`}
        </span>
      </div>
    </>
  )
}
