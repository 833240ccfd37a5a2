// An e-mail as a path segment, in base64url because base64 may contain a slash.

export function encodeEmail(email: string): string {
  const bytes = new TextEncoder().encode(email)
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Null when the text is not an encoded e-mail. */
export function decodeEmail(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
