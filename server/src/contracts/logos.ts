// Decodes a logo's data URL, for paper and letters.
const pictures = /^data:image\/(png|jpeg|webp);base64,(.+)$/

export function readLogo(logo: string | null | undefined): { extension: string; type: string; bytes: Buffer } | null {
  const [, extension, data] = pictures.exec(logo ?? '') ?? []
  return extension && data ? { extension, type: `image/${extension}`, bytes: Buffer.from(data, 'base64') } : null
}
