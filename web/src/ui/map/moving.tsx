// What moves on a map is an element of the page, told where it is outside of React: thirty times a second nothing is rendered again.
import type { Point } from '@bordee/core/geo.ts'
import { metresBetween } from '@bordee/core/geo.ts'
import { Marker } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { spruceInk } from '../theme.ts'
import { useMap } from './MapView.tsx'
import classes from './moving.module.css'

interface Placed extends Point {
  /** Degrees clockwise from north; the one before stays where there is none. */
  heading?: number | undefined
  /** Shown, but nobody knows that it is there. */
  isFaded?: boolean
}
/** Null takes it off the map. */
export type Move = (place: Placed | null) => void

interface Props {
  /** Under it, on the map. */
  name: string
  /** All that there is to say, for screen readers and the pointer. */
  label: string
  color?: string
  isChosen?: boolean
  onClick?: () => void
  /** Given once what moves it, begins to; answers how to stop. Keep the same function. */
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
        // The button inside carries the name; the wrapper must not announce a second one.
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

/** Metres beyond which it is put there rather than driven: nobody saw the way. */
const jump = 300
/** Metres under which a receiver says nothing of where one is heading. */
const wandering = 3

/** Drives from each place to the next that it is given, in about the time that lies between two. */
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

/** Degrees clockwise from north, of the way from a point to one nearby. */
export function headingTo(from: Point, to: Point): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360
}
