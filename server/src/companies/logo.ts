// Checks a logo before decoding it (its first bytes tell type and size, whatever the data URL claims), then redraws it:
// only our own bytes are stored. See docs/decisions/0010-logo.md.
import { logoRefused, logoTooHeavy, maxLogoBytes } from '@bordee/core/companies/company-settings.ts'
import { invalid } from '@bordee/core/problem.ts'
import sharp from 'sharp'
import { type Picture, readPicture } from '../engine/documents/picture-heads.ts'

sharp.cache(false)
sharp.concurrency(1)

/** In pixels: the largest accepted side, and the sides to store, the first that is light enough. */
const maxSide = 4096
const keptSides = [1024, 512, 256]
const refuse = (message: string) => invalid({ company: { logo: message } })

/** The data URL to store; throws a refusal under `company.logo`. */
export async function acceptedLogo(dataUrl: string): Promise<string> {
  const [head = '', base64 = ''] = dataUrl.split(',', 2)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxLogoBytes) throw refuse(logoTooHeavy)
  const picture = readPicture(bytes)
  if (!picture || head !== `data:image/${picture.type};base64`) throw refuse(logoRefused)
  const sides = [picture.width, picture.height]
  if (sides.some((side) => side > maxSide)) throw refuse(`Le logo ne doit pas dépasser ${maxSide} pixels de côté.`)
  if (sides.some((side) => side < 1)) throw refuse(logoRefused)
  return `${head},${(await drawnAgain(bytes, picture.type)).toString('base64')}`
}

/** The same picture without anything else: metadata, a second file hidden behind it, broken chunks. */
async function drawnAgain(bytes: Buffer, type: Picture['type']): Promise<Buffer> {
  for (const side of keptSides) {
    const drawn = await sharp(bytes, { limitInputPixels: maxSide * maxSide, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toFormat(type)
      .toBuffer()
      .catch(() => null)
    if (!drawn) break
    if (drawn.length <= maxLogoBytes) return drawn
  }
  throw refuse(logoRefused)
}

/** Bytes of a logo on a page that must be light, and how much larger than shown it may be: twice, for sharp screens. */
const lightLogo = 12_000
const sharpness = [2, 1.4, 1, 0.6]

/** The stored logo, to be shown within that size; null if it can't be drawn. */
export async function smallLogo(dataUrl: string, { width, height }: { width: number; height: number }) {
  const bytes = Buffer.from(dataUrl.split(',', 2)[1] ?? '', 'base64')
  for (const times of sharpness) {
    const drawn = await sharp(bytes, { limitInputPixels: maxSide * maxSide })
      .resize(Math.round(width * times), Math.round(height * times), { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null)
    if (!drawn) return null
    if (drawn.data.length > lightLogo) continue
    const { info, data } = drawn
    const grow = Math.min(1, width / info.width, height / info.height)
    return { bytes: data, width: Math.round(info.width * grow), height: Math.round(info.height * grow) }
  }
  return null
}
