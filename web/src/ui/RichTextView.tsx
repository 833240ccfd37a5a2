import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

/** Shows our HTML. The server cleaned it when it was written; clean it again, because it may be old. */
export function RichTextView({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(sanitize(html)), [html])
  return <div ref={place} className="bordee-prose" />
}

export function sanitize(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'style', 'target', 'rel'],
    ALLOWED_URI_REGEXP: /^(https?:|mailto:|tel:)/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const element of clean.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = element.style
    element.removeAttribute('style')
    if (textAlign) element.style.textAlign = textAlign
  }
  for (const link of clean.querySelectorAll('a')) link.rel = 'noopener noreferrer'
  return clean
}

const tags = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'br',
  'hr',
  'code',
  'pre',
]
