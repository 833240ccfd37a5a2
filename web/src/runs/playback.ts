// The clock of a replay. It stands outside of React: whoever shows something of it listens, and draws again only what has changed.
import { useSyncExternalStore } from 'react'

export const speeds = [1, 5, 10, 50] as const
export type Speed = (typeof speeds)[number]

/** Milliseconds between two moments that are shown. */
export const tick = 33
/** Milliseconds: a page that was not looked at goes on where it was, not where it would be. */
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

  /** Moments in milliseconds. */
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

  /** From the beginning once it has come to the end. */
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

/** Something that follows from the moment; a part that shows it is drawn again only when it is another. Give a text, a number or the like. */
export const usePlayback = <T extends string | number | boolean | null>(playback: Playback, pick: (playback: Playback) => T): T =>
  useSyncExternalStore(playback.listen, () => pick(playback))
