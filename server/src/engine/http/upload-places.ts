import type { UploadedFile } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { FairQueue } from './fair-queue.ts'

/**
 * In bytes and milliseconds: an upload that is slower than this loses its place to those who wait for one. A photo that comes
 * more slowly would not be whole when its request times out; a faster one must get through, or phones with a poor signal would push
 * each other out for ever.
 */
export const leastPace = { bytes: 32 * 1024, every: 15_000 }

/** Places to read uploads in, since each takes memory. The others wait in their sockets. */
export class UploadPlaces {
  readonly #queue: FairQueue

  constructor(...limits: ConstructorParameters<typeof FairQueue>) {
    this.#queue = new FairQueue(...limits)
  }

  /**
   * Reads the first file, and keeps its place while `use` needs the bytes. Undefined if there is no file. Only who has a place
   * asks whether the file is `known`: hundreds of phones that come back at once would keep the database busy.
   */
  async read<T>(
    key: string,
    files: AsyncIterable<UploadedFile>,
    { known, use }: { known?: () => Promise<T | undefined>; use: (bytes: Uint8Array) => Promise<T> },
  ): Promise<T | undefined> {
    const leave = await this.#queue.enter(key)
    try {
      const found = await known?.()
      if (found !== undefined) return found
      for await (const file of files) return await use(await this.#bytesOf(key, file))
      return undefined
    } finally {
      leave()
    }
  }

  async #bytesOf(key: string, file: UploadedFile): Promise<Uint8Array> {
    let before = 0
    const watch = setInterval(() => {
      const arrived = file.arrived()
      if (arrived - before < leastPace.bytes && this.#queue.holdsUp(key)) file.stop(tooSlow())
      before = arrived
    }, leastPace.every)
    try {
      return await file.bytes()
    } finally {
      clearInterval(watch)
    }
  }
}

const tooSlow = () =>
  new Problem(408, 'La connexion est trop lente, et d’autres envois attendent. Réessayez plus tard.', { code: 'too-slow' })
