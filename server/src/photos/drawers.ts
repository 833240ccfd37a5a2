// Uploaded photos are drawn in processes that stand back for everything else: a night's photos arrive together, while drivers
// mark and residents read.
import { availableParallelism } from 'node:os'
import { largestPhotoBytes } from '@bordee/core/photos/photo.ts'
import { Problem } from '@bordee/core/problem.ts'
import { readPicture } from '../engine/documents/picture-heads.ts'
import { OrderFailed, Workshop } from '../engine/workshop.ts'
import { type DrawnPhoto, mostPixels } from './drawing.ts'

const isSmall = availableParallelism() < 4

const drawers = new Workshop<{ bytes: Buffer }, DrawnPhoto>({
  program: new URL('./drawers.process.ts', import.meta.url),
  // Half of the processors stay free; on a small machine, most of their time does. Each of a mark's twenty queries would wait.
  processes: isSmall ? 1 : 2,
  rest: isSmall ? Number(process.env.REST ?? 3) : 0,
  maxWaiting: 12,
  memory: 128,
  nice: 10,
})
/** Milliseconds. On a busy machine a photo takes seconds. */
const patience = 60_000

const refuse = (message: string) => new Problem(422, message, { code: 'bad-photo', formErrors: { photo: { file: message } } })

export async function drawnPhoto(company: string, bytes: Buffer): Promise<DrawnPhoto> {
  if (bytes.length > largestPhotoBytes) throw refuse(`La photo ne doit pas dépasser ${largestPhotoBytes / 1024 / 1024}\u00a0Mo.`)
  const picture = readPicture(bytes)
  if (!picture || picture.width < 1 || picture.height < 1) throw refuse('La photo doit être une image JPEG, PNG ou WebP.')
  if (picture.width * picture.height > mostPixels)
    throw refuse(`La photo ne doit pas dépasser ${mostPixels / 1_000_000}\u00a0millions de pixels.`)
  try {
    return await drawers.order(company, { bytes }, patience)
  } catch (error) {
    if (error instanceof OrderFailed) throw refuse('Cette image est abîmée\u00a0: prenez une autre photo.')
    throw error
  }
}
