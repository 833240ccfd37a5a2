// Clauses are rich text that someone typed or pasted. An allow-list turns their HTML into a small tree, which is what
// we store, write out and print. Anything else is dropped, scripts and styles with their content.
import { invalid } from '@bordee/core/problem.ts'
import { longestClauses, tooLongClauses } from '@bordee/core/templates/terms.ts'
import { formatNumber, hasTooManyMarks, mostMarks } from '@bordee/core/text.ts'
import { parseDocument } from 'htmlparser2'

type ChildNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<ChildNode, { attribs: object }>
const isTag = (node: ChildNode): node is Element => 'attribs' in node
const isText = (node: ChildNode): node is Extract<ChildNode, { data: string }> => node.type === 'text'

type Align = 'center' | 'right' | 'justify'
interface Marks {
  b?: true
  i?: true
  u?: true
  s?: true
}
type Run = { k: 'br' } | ({ k: 't'; v: string } & Marks)
type Inline = Run | { k: 'a'; href: string; c: Run[] }
export type Block =
  | { k: 'p'; c: Inline[]; align?: Align }
  | { k: 'h'; l: 1 | 2 | 3; c: Inline[]; align?: Align }
  | { k: 'ul'; c: Block[][] }
  | { k: 'ol'; start: number; c: Block[][] }
  | { k: 'q'; c: Block[] }
  | { k: 'hr' }

const dropped = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'template',
  'svg',
  'math',
  'noscript',
  'title',
  'head',
  'textarea',
])
const marks: Record<string, 'b' | 'i' | 'u' | 's'> = { strong: 'b', b: 'b', em: 'i', i: 'i', u: 'u', s: 's', del: 's', strike: 's' }
const protocols = ['https:', 'http:', 'mailto:', 'tel:']
/**
 * Each level of nested lists and quotes doubles the cost of printing. Boxes from a page builder leave nothing behind.
 * Anything deeper becomes plain text.
 */
const deepest = { levels: 3, boxes: 60 }
type Depth = typeof deepest

export const parseClauses = (html: string): Block[] => blocksOf(parseDocument(html).children, { levels: 0, boxes: 0 })

/** As stored and shown: only what the tree holds. Written out, marks may take more room than as pasted. */
export function keptClauses(html: string, under: 'contract' | 'contractTemplate'): string {
  const blocks = parseClauses(html)
  if (partsOf(blocks) > mostParts) throw invalid({ [under]: { clauses: 'Les clauses comptent trop de paragraphes.' } })
  const kept = blocks.map(blockHtml).join('')
  if (kept.length > longestClauses) throw invalid({ [under]: { clauses: tooLongClauses } })
  if (!canBeLaidOut(kept)) throw invalid({ [under]: { clauses: cannotBeLaidOut } })
  return kept
}

const longestWord = 2000
const cannotBeLaidOut =
  'Ce texte ne peut pas être mis en page\u00a0: ' +
  `un mot a plus de ${formatNumber(longestWord)} caractères, ou une lettre plus de ${mostMarks} accents.`

function canBeLaidOut(html: string): boolean {
  const words = html.replace(/<\/?(?:strong|em|u|s|a)\b[^>]*>/g, '').split(/[ \n]|<[^>]*>/)
  return words.every((word) => word.length <= longestWord && !hasTooManyMarks(word))
}

/** The longest contracts of the trade have some hundreds. Ten thousand nested ones take a minute to print. */
const mostParts = 3000

/** Counts paragraphs, items, lines and links at any depth. */
function partsOf(tree: unknown): number {
  if (Array.isArray(tree)) return tree.reduce((sum: number, one) => sum + 1 + partsOf(one), 0)
  return tree && typeof tree === 'object' && 'c' in tree ? partsOf(tree.c) : 0
}

function blocksOf(nodes: readonly ChildNode[], depth: Depth): Block[] {
  const blocks: Block[] = []
  let loose: ChildNode[] = [] // text and marks outside any paragraph
  const flush = () => {
    const c = inlines(loose)
    if (c.some(hasText)) blocks.push({ k: 'p', c })
    loose = []
  }
  for (const node of nodes) {
    const made = isTag(node) ? blocksOfElement(node, depth) : undefined
    if (made === undefined) loose.push(node)
    else {
      flush()
      blocks.push(...made)
    }
  }
  flush()
  return blocks
}

/** Undefined for inline elements. */
function blocksOfElement(element: Element, depth: Depth): Block[] | undefined {
  const { name, children, attribs } = element
  if (dropped.has(name)) return []
  const align = alignOf(attribs.style)
  if ((depth.levels >= deepest.levels || depth.boxes >= deepest.boxes) && !(name in marks) && name !== 'br' && name !== 'a')
    return [{ k: 'p', c: [{ k: 't', v: spaced(textOf(element)) }] }]
  switch (name) {
    case 'p':
      return [{ k: 'p', c: inlines(children), ...align }]
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [{ k: 'h', l: Math.min(3, Number(name[1])) as 1 | 2 | 3, c: inlines(children), ...align }]
    case 'ul':
    case 'ol': {
      const items = children.filter(isTag).filter((child) => child.name === 'li')
      const c = items.map((item) => blocksOf(item.children, deeper(depth)))
      if (c.length === 0) return []
      const start = Math.min(10_000, Math.max(1, Number.parseInt(attribs.start ?? '1', 10) || 1))
      return [name === 'ul' ? { k: 'ul', c } : { k: 'ol', start, c }]
    }
    case 'blockquote':
      return [{ k: 'q', c: blocksOf(children, deeper(depth)) }]
    case 'hr':
      return [{ k: 'hr' }]
    case 'div':
    case 'section':
    case 'article':
    case 'main':
    case 'body':
    case 'html':
    case 'table':
    case 'tbody':
    case 'thead':
    case 'tr':
    case 'td':
    case 'th':
    case 'li':
      return blocksOf(children, { ...depth, boxes: depth.boxes + 1 })
    default:
      return undefined
  }
}

const deeper = ({ levels, boxes }: Depth): Depth => ({ levels: levels + 1, boxes })

const hasText = (inline: Inline): boolean => (inline.k === 'a' ? inline.c.some(hasText) : inline.k === 't' && inline.v.trim() !== '')

/**
 * A work list instead of recursion: thirty thousand nested marks must not overflow the stack. A link contains its
 * text, so that its address is written once.
 */
function inlines(nodes: readonly ChildNode[]): Inline[] {
  const out: Inline[] = []
  const left: { node: ChildNode; with: Marks; link?: Run[] }[] = nodes.map((node) => ({ node, with: {} })).reverse()
  for (let next = left.pop(); next; next = left.pop()) {
    const { node } = next
    let { link } = next
    if (isText(node)) {
      const v = spaced(node.data)
      if (v) (link ?? out).push({ k: 't', v, ...next.with })
    } else if (isTag(node) && !dropped.has(node.name)) {
      if (node.name === 'br') (link ?? out).push({ k: 'br' })
      const mark = marks[node.name]
      const href = node.name === 'a' && !link ? safeLink(node.attribs.href) : undefined
      if (href) {
        link = []
        out.push({ k: 'a', href, c: link })
      }
      const inside = { with: { ...next.with, ...(mark && { [mark]: true as const }) }, ...(link && { link }) }
      for (const child of node.children.toReversed()) left.push({ node: child, ...inside })
    }
  }
  return out.filter((inline) => inline.k !== 'a' || hasText(inline))
}

function textOf(element: Element): string {
  let text = ''
  const left: ChildNode[] = [element]
  for (let node = left.pop(); node; node = left.pop()) {
    if (isText(node)) text += node.data
    else if (isTag(node) && !dropped.has(node.name)) left.push(...node.children.toReversed())
  }
  return text
}

/** Keeps non-breaking spaces. Drops control characters, and replaces bullets from a word processor's private font. */
const spaced = (text: string) =>
  text
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/[\uf0a7\uf0b7]/g, '•')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()

function safeLink(href = ''): string | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  return protocols.includes(url.protocol) && url.href.length <= 2000 ? url.href : undefined
}

function alignOf(style = ''): { align?: Align } {
  const align = /(?:^|;)\s*text-align\s*:\s*(center|right|justify)\s*(?:;|$)/i.exec(style)?.[1]?.toLowerCase() as Align | undefined
  return align ? { align } : {}
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const escaped = (text: string) => text.replace(/[&<>"\u00a0]/g, (char) => escapes[char] ?? char)

function blockHtml(block: Block): string {
  const items = (c: Block[][]) => c.map((item) => `<li>${item.map(blockHtml).join('')}</li>`).join('')
  switch (block.k) {
    case 'p':
      return `<p${alignHtml(block.align)}>${block.c.map(inlineHtml).join('')}</p>`
    case 'h':
      return `<h${block.l}${alignHtml(block.align)}>${block.c.map(inlineHtml).join('')}</h${block.l}>`
    case 'ul':
      return `<ul>${items(block.c)}</ul>`
    case 'ol':
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items(block.c)}</ol>`
    case 'q':
      return `<blockquote>${block.c.map(blockHtml).join('')}</blockquote>`
    case 'hr':
      return '<hr>'
  }
}

const alignHtml = (align?: Align) => (align ? ` style="text-align: ${align}"` : '')

function inlineHtml(inline: Inline): string {
  if (inline.k === 'br') return '<br>'
  if (inline.k === 'a') return `<a href="${escaped(inline.href)}">${inline.c.map(inlineHtml).join('')}</a>`
  const { v, b, i, u, s } = inline
  let html = escaped(v)
  if (s) html = `<s>${html}</s>`
  if (u) html = `<u>${html}</u>`
  if (i) html = `<em>${html}</em>`
  return b ? `<strong>${html}</strong>` : html
}
