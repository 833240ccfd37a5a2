// What this browser or this tab keeps. Private windows, full disks and framed pages may refuse: then nothing is kept.
import { parsedJson } from '@bordee/core/text.ts'

type Kind = 'localStorage' | 'sessionStorage'

export function readStorage(kind: Kind, key: string, whenBlocked: string | null = null): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return whenBlocked
  }
}

export function writeStorage(kind: Kind, key: string, value: string | null) {
  try {
    if (value === null) window[kind].removeItem(key)
    else window[kind].setItem(key, value)
  } catch {
    // Remember nothing.
  }
}

/** Undefined if nothing was kept, or something else than JSON. */
export const readStoredJson = (kind: Kind, key: string): unknown => parsedJson(readStorage(kind, key) ?? '')
