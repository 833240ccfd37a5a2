// What a bank's file says, before it is sent: the same rules read it on the server.
import { readCsv } from '@bordee/core/bank-files/csv.ts'

export interface Preview {
  name: string
  base64: string
  rows: string[][]
}

/** Undefined for what isn't a text file of a reasonable size. */
export async function previewOf(file: File): Promise<Preview | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const rows = readCsv(textOf(bytes))
  if (!rows || rows.length === 0) return undefined
  return { name: file.name.slice(-120), base64: base64Of(bytes), rows }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
