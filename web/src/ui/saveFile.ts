import { notifyFailure } from './notify.ts'

/** Downloads a file. Returns whether it could be loaded. */
export async function saveFile(load: () => Promise<Blob>, name: string, failure: string): Promise<boolean> {
  try {
    download(await load(), name)
    return true
  } catch (error) {
    notifyFailure(error, failure)
    return false
  }
}

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
