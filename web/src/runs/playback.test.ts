import { expect, test } from 'vitest'
import { Playback, tick } from './playback.ts'

/** A fake screen: the test draws its frames. */
function newScreen() {
  let waiting: ((now: number) => void) | undefined
  let now = 1000
  return {
    frames: {
      request: (draw: (now: number) => void) => {
        waiting = draw
        return 1
      },
      cancel: () => {
        waiting = undefined
      },
    },
    draw(ms: number) {
      now += ms
      const next = waiting
      waiting = undefined
      next?.(now)
    },
    get isWaiting() {
      return waiting !== undefined
    },
  }
}

test('a replay advances by the elapsed time, at the chosen speed', () => {
  const screen = newScreen()
  const playback = new Playback(0, 100_000, 0, screen.frames)
  playback.setSpeed(50)
  playback.play()
  screen.draw(16)
  screen.draw(40)
  expect(playback.at).toBe(2000)
  screen.draw(tick - 1) // too soon to be shown
  expect(playback.at).toBe(2000)
  screen.draw(1)
  expect(playback.at).toBe(2000 + tick * 50)
})

test('a replay in a hidden tab resumes where it was', () => {
  const screen = newScreen()
  const playback = new Playback(0, 1e9, 0, screen.frames)
  playback.setSpeed(1)
  playback.play()
  screen.draw(16)
  screen.draw(60_000)
  expect(playback.at).toBe(250)
})

test('a replay stops at the end; playing again restarts it', () => {
  const screen = newScreen()
  const playback = new Playback(0, 1000, 900, screen.frames)
  const heard: number[] = []
  playback.listen(() => heard.push(playback.at))
  playback.play()
  screen.draw(16)
  screen.draw(40)
  expect([playback.at, playback.isPlaying, screen.isWaiting, heard.at(-1)]).toEqual([1000, false, false, 1000])
  playback.play()
  expect([playback.at, playback.isPlaying]).toEqual([0, true])
  playback.pause()
  expect([playback.isPlaying, screen.isWaiting]).toEqual([false, false])
})

test("a replay can't seek outside the run", () => {
  const playback = new Playback(1000, 2000, 500)
  expect(playback.at).toBe(1000)
  playback.seek(9000)
  expect(playback.at).toBe(2000)
})
