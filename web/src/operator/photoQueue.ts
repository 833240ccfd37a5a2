// The queue of photos, behind that of the marks: it sends one at a time once no mark waits, and never holds one up.
import { leastFreeBytes, type PhotoKind } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { ask } from '../api.ts'
import { shrunkPhoto } from '../photos/shrink.ts'
import { changePhotos, dropPhoto, type KeptPhoto, keepPhoto, keptPhotos } from './keptPhotos.ts'

const firstRetryMs = 2000
const slowestRetryMs = 60_000

const noSpace =
  'Il reste moins de 50\u00a0Mo sur ce téléphone\u00a0: libérez de la place pour prendre d’autres photos. Vos marques sont gardées.'
const unreadable = 'Cette image ne se lit pas\u00a0: prenez une autre photo.'

/** What the driver sees of a photo that waits. */
export type PhotoCard = Omit<KeptPhoto, 'bytes' | 'owner'>

export interface NewPhoto extends Pick<KeptPhoto, 'kind' | 'runId' | 'siteId' | 'markId' | 'address' | 'place'> {
  kind: PhotoKind
  isDraft: boolean
}

/** What the server will refuse each time: the driver decides. Anything else may pass later. */
export const isForGood = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  !['company-changed', 'module-inactive', 'quota'].includes(error.body.code ?? '') &&
  (error.status !== 403 || error.body.code === 'not-joined')

interface Watched {
  /** Marks go first. */
  marksWait(): Promise<boolean>
  onChange(photos: PhotoCard[], trouble: string | null): void
}

export class PhotoQueue {
  readonly #owner: string
  readonly #watched: Watched
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isStopped = false
  #isSending = false
  #trouble: string | null = null

  constructor(owner: string, watched: Watched) {
    this.#owner = owner
    this.#watched = watched
    addEventListener('online', this.#now)
    // A page that was closed between a photo and its mark: the photo goes with its site.
    void this.release().catch(() => undefined)
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#now)
  }

  #now = () => this.wake()

  wake(ms = 0) {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sendAll(), ms)
  }

  /** Returns why it was not taken, or null. */
  async take(file: Blob, { isDraft, ...photo }: NewPhoto): Promise<string | null> {
    if (await isNearlyFull()) return noSpace
    const takenAt = new Date().toISOString()
    const drawn = await shrunkPhoto(file).catch(() => null)
    if (!drawn) return unreadable
    try {
      const bytes = await drawn.arrayBuffer()
      await keepPhoto({
        ...photo,
        id: crypto.randomUUID(),
        owner: this.#owner,
        takenAt,
        bytes,
        draft: isDraft ? 1 : 0,
        refusal: null,
      })
    } catch {
      return noSpace
    }
    await this.#tell()
    this.wake()
    return null
  }

  async remove(id: string) {
    await dropPhoto(id)
    await this.#tell()
  }

  /** Those of this mark, or all, may leave. */
  async release(markId?: string) {
    await changePhotos(this.#owner, (photo) =>
      photo.draft === 1 && (markId === undefined || photo.markId === markId) ? { ...photo, draft: 0 } : undefined,
    )
    await this.#tell()
    this.wake()
  }

  async retry() {
    await changePhotos(this.#owner, (photo) => (photo.refusal === null ? undefined : { ...photo, refusal: null }))
    await this.#tell()
    this.wake()
  }

  async #tell() {
    const photos = await keptPhotos(this.#owner)
    this.#watched.onChange(
      photos.map(({ bytes: _, owner: __, ...card }) => card),
      this.#trouble,
    )
  }

  async #sendAll() {
    if (this.#isSending) return
    this.#isSending = true
    try {
      // One tab sends at a time.
      await navigator.locks.request(`bordee-photos ${this.#owner}`, { ifAvailable: true }, async (lock) => {
        while (lock && !this.#isStopped && (await this.#sendNext()));
      })
    } finally {
      this.#isSending = false
    }
  }

  /** True while there may be more to send. */
  async #sendNext(): Promise<boolean> {
    const next = (await keptPhotos(this.#owner)).find(({ draft, refusal }) => draft === 0 && refusal === null)
    if (!next) return false
    if (await this.#watched.marksWait()) {
      this.wake(firstRetryMs)
      return false
    }
    try {
      await send(next)
    } catch (error) {
      if (!isForGood(error)) {
        this.#trouble = error instanceof Problem && ['quota', 'no-room'].includes(error.body.code ?? '') ? error.message : null
        await this.#tell()
        this.wake(Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#failures++))
        return false
      }
      await keepPhoto({ ...next, refusal: error.message })
      await this.#tell()
      return true
    }
    this.#failures = 0
    this.#trouble = null
    await dropPhoto(next.id)
    await this.#tell()
    return true
  }
}

async function send({ id, kind, runId, siteId, markId, takenAt, place, bytes }: KeptPhoto) {
  await ask(photoCalls.addPhoto, {
    id,
    kind,
    siteId,
    takenAt,
    ...(runId && { runId }),
    ...(markId && { markId }),
    ...(place && { lat: place.lat, lng: place.lng, ...(place.accuracy !== null && { accuracy: place.accuracy }) }),
    files: [new Blob([bytes], { type: 'image/jpeg' })],
  })
}

async function isNearlyFull(): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return quota !== undefined && usage !== undefined && quota - usage < leastFreeBytes
}
