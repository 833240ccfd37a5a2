// The picture of a data URL, as paper and letters show it.
const pictures = /^data:image\/(png|jpeg|webp);base64,(.+)$/

export function readLogo(logo: string | null | undefined): { extension: string; type: string; bytes: Buffer } | null {
  const [, extension, data] = pictures.exec(logo ?? '') ?? []
  return extension && data ? { extension, type: `image/${extension}`, bytes: Buffer.from(data, 'base64') } : null
}
