// A photo as it is sent: small, upright, and without what the camera wrote in it. Drawing it on a canvas does all three.
import { lightPhotoBytes, photoSides } from '@bordee/core/photos/photo.ts'

/** Tried in turn until the photo is light enough. */
const qualities = [0.82, 0.7, 0.55, 0.4]

/** Throws if the browser can't read the file as a picture. */
export async function shrunkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, photoSides.full / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('no canvas')
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    let drawn = await asJpeg(canvas, qualities[0])
    for (const quality of qualities.slice(1)) if (drawn.size > lightPhotoBytes) drawn = await asJpeg(canvas, quality)
    return drawn
  } finally {
    picture.close()
  }
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number | undefined) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), 'image/jpeg', quality),
  )
