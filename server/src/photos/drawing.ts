// Draws a photo again, as logos are (docs/decisions/0010-logo.md): only our own bytes are stored, without metadata and within
// a size. Uploads are drawn by the processes of drawers.ts.
import { photoSides } from '@bordee/core/photos/photo.ts'
import sharp, { type Sharp } from 'sharp'

export interface DrawnPhoto {
  full: Buffer
  medium: Buffer
  small: Buffer
  width: number
  height: number
}

sharp.cache(false)
sharp.concurrency(1)

/** A progressive JPEG takes six bytes of memory per pixel, whatever it weighs: at most 150 MB. */
export const mostPixels = 25_000_000
/** Bytes of the largest size; noise is drawn with less and less detail. */
const mostBytes = 400_000
const qualities = [80, 65, 50, 35]

/** Of a drawing of our own: what others send is never read as one. */
export const photoOfSvg = async (svg: string): Promise<DrawnPhoto> =>
  drawPhoto(await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer())

export async function drawPhoto(bytes: Buffer): Promise<DrawnPhoto> {
  const upright = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient().flatten({ background: '#fff' })
  const { data, info } = await within(upright, photoSides.full).raw().toBuffer({ resolveWithObject: true })
  const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  let full = Buffer.alloc(0)
  for (const quality of qualities) {
    full = await drawn().jpeg({ quality }).toBuffer()
    if (full.length <= mostBytes) break
  }
  const medium = await within(drawn(), photoSides.medium).jpeg({ quality: 75 }).toBuffer()
  const small = await within(drawn(), photoSides.small).jpeg({ quality: 70 }).toBuffer()
  return { full, medium, small, width: info.width, height: info.height }
}

const within = (picture: Sharp, side: number) =>
  picture.toColourspace('srgb').resize(side, side, { fit: 'inside', withoutEnlargement: true })
