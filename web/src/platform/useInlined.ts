import type { OutboxMessage } from '@bordee/core/platform/platform.calls.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'

/** The e-mail with its attached pictures inlined once loaded: the sandboxed frame can't fetch any itself. */
export function useInlined({ html, attachments }: OutboxMessage): string | null {
  const [whole, setWhole] = useState(html)
  useEffect(() => {
    let isLeft = false
    setWhole(html)
    inlined(html ?? '', attachments).then(
      (shown) => !isLeft && html !== null && setWhole(shown),
      () => undefined, // the frame shows the sender's name instead of the picture
    )
    return () => {
      isLeft = true
    }
  }, [html, attachments])
  return whole
}

async function inlined(html: string, attachments: OutboxMessage['attachments']): Promise<string> {
  let whole = html
  for (const { id, type, cid } of attachments)
    if (cid)
      whole = whole.replaceAll(`"cid:${cid}"`, `"${await dataUrl(new Blob([await ask(platformCalls.getAttachment, { id })], { type }))}"`)
  return whole
}

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
