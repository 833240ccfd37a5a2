// Moving things on a map are DOM elements positioned outside React, so that thirty moves a second render nothing.
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import { Marker } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { spruceInk } from '../theme.ts'
import { useMap } from './MapView.tsx'
import classes from './moving.module.css'

interface Placed extends Point {
  /** Degrees clockwise from north; if missing, the previous heading stays. */
  heading?: number | undefined
  /** Shown faded, because its position is uncertain. */
  isFaded?: boolean
}
/** Null removes it from the map. */
export type Move = (place: Placed | null) => void

interface Props {
  /** Shown under it on the map. */
  name: string
  /** The full description, for screen readers and the tooltip. */
  label: string
  color?: string
  isChosen?: boolean
  onClick?: () => void
  /** Called once with the function that moves it; returns a function that stops. Pass the same function each time. */
  follow: (move: Move) => () => void
}

/** A truck: an arrow in a circle, its name below. */
export function MapMover({ name, label, color = spruceInk, isChosen = false, onClick, follow }: Props) {
  const map = useMap()
  const [element] = useState(() => document.createElement('div'))
  const arrow = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const marker = new Marker({ element, anchor: 'center' })
    let isOn = false
    const stop = follow((place) => {
      if (!place) {
        if (isOn) marker.remove()
        isOn = false
        return
      }
      marker.setLngLat(place)
      if (!isOn) {
        marker.addTo(map)
        // The button inside has the name; the wrapper must not announce a second one.
        for (const attribute of ['aria-label', 'role', 'tabindex']) element.removeAttribute(attribute)
      }
      isOn = true
      element.toggleAttribute('data-faded', place.isFaded ?? false)
      if (place.heading !== undefined && arrow.current) arrow.current.style.rotate = `${place.heading}deg`
    })
    return () => {
      stop()
      marker.remove()
    }
  }, [map, element, follow])

  return createPortal(
    <button
      type="button"
      className={classes.mover}
      aria-label={label}
      title={label}
      data-chosen={isChosen || undefined}
      style={{ color }}
      onClick={(event) => {
        event.stopPropagation()
        onClick?.()
      }}
    >
      <span ref={arrow} className={classes.arrow}>
        <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
          <circle cx="15" cy="15" r="13.5" fill="currentColor" stroke="#fff" strokeWidth="2.5" />
          <path d="M15 6.5l5.6 14.2-5.6-3.2-5.6 3.2z" fill="none" stroke="#fff" strokeWidth="1.9" strokeLinejoin="round" />
        </svg>
      </span>
      <span className={classes.name}>{name}</span>
    </button>,
    element,
  )
}

/** Beyond this many metres it jumps instead of gliding, because the way between is unknown. */
const jump = 300
/** Below this many metres a receiver's drift says nothing about the heading. */
const wandering = 3

/** Glides from each position to the next, in about the time between two of them. */
export function useGlide({ lat, lng }: Point, ms = 1000): Props['follow'] {
  const shown = useRef<Point>({ lat, lng })
  const told = useRef<Move>(() => undefined)

  useEffect(() => {
    const [from, to] = [shown.current, { lat, lng }]
    const metres = metresBetween(from, to)
    const heading = metres > wandering ? headingTo(from, to) : undefined
    const put = (point: Point) => {
      shown.current = point
      told.current({ ...point, heading })
    }
    if (metres > jump || matchMedia('(prefers-reduced-motion: reduce)').matches) return put(to)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / ms))
      put({ lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part })
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, ms])

  return useCallback((move) => {
    told.current = move
    move(shown.current)
    return () => {
      told.current = () => undefined
    }
  }, [])
}

/** The heading from a point to a nearby one, in degrees clockwise from north. */
export function headingTo(from: Point, to: Point): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360
}
