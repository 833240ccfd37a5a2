// A replay's clock. It lives outside React: components subscribe, and re-render only when what they show changes.
import { useSyncExternalStore } from 'react'

export const speeds = [1, 5, 10, 50] as const
export type Speed = (typeof speeds)[number]

/** Milliseconds between two displayed moments. */
export const tick = 33
/** In milliseconds. A replay in a hidden tab resumes where it was, instead of jumping ahead. */
const longestStep = 250

interface Frames {
  request: (draw: (now: number) => void) => number
  cancel: (frame: number) => void
}
const ofTheBrowser: Frames = { request: (draw) => requestAnimationFrame(draw), cancel: (frame) => cancelAnimationFrame(frame) }

export class Playback {
  readonly from: number
  readonly to: number
  readonly #frames: Frames
  readonly #listeners = new Set<() => void>()
  #at: number
  #speed: Speed = 10
  #frame: number | undefined

  /** `from`, `to` and `at` in epoch milliseconds. */
  constructor(from: number, to: number, at = from, frames = ofTheBrowser) {
    this.from = from
    this.to = Math.max(from, to)
    this.#at = this.#within(at)
    this.#frames = frames
  }

  get at() {
    return this.#at
  }
  get speed() {
    return this.#speed
  }
  get isPlaying() {
    return this.#frame !== undefined
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Restarts from the beginning once at the end. */
  play() {
    if (this.isPlaying) return
    if (this.#at >= this.to) this.#at = this.from
    let last: number | undefined
    const draw = (now: number) => {
      last ??= now
      const passed = now - last
      if (passed >= tick) {
        last = now
        this.#at = this.#within(this.#at + Math.min(passed, longestStep) * this.#speed)
      }
      this.#frame = this.#at < this.to ? this.#frames.request(draw) : undefined
      if (passed >= tick) this.#tell()
    }
    this.#frame = this.#frames.request(draw)
    this.#tell()
  }

  pause = () => {
    if (this.#frame !== undefined) this.#frames.cancel(this.#frame)
    this.#frame = undefined
    this.#tell()
  }

  seek(at: number) {
    this.#at = this.#within(at)
    this.#tell()
  }

  setSpeed(speed: Speed) {
    this.#speed = speed
    this.#tell()
  }

  #within(at: number): number {
    return Math.min(this.to, Math.max(this.from, at))
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

/** Subscribes to a value derived from the clock; re-renders only when it changes, so `pick` must return a primitive. */
export const usePlayback = <T extends string | number | boolean | null>(playback: Playback, pick: (playback: Playback) => T): T =>
  useSyncExternalStore(playback.listen, () => pick(playback))
