// Québec typography for what users read: no space before « ? », « ! » and « ; », a non-breaking space before « : » and
// inside guillemets.
import { parseSync } from 'vite'

export interface Misset {
  line: number
  text: string
}

const space = '[ \\u00a0\\u202f]'
/** Only after a letter, a digit or a closing mark: elsewhere they are code. */
const rules = [
  new RegExp(`[\\p{L}\\p{N}»)\\]…’]${space}+[?!;](?=$|[\\s)»<])`, 'u'),
  /[\p{L}\p{N}»)\]…’][ \u202f]+:(?=$|\s)/u,
  /«(?!\u00a0)|(?<!\u00a0)»/u,
]

/** A lone mark is not text: some code compares characters. */
export const isMisset = (text: string): boolean => text.length > 1 && rules.some((rule) => rule.test(text))

/** Every text of a source that breaks a rule. Users read neither SQL nor comments. */
export function missetIn(file: string, source: string): Misset[] {
  const found: Misset[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const look = (text: string, at: number) => {
    if (isMisset(text)) found.push({ line: lineOf(at), text: text.trim() })
  }
  visit(parseSync(file, source).program, look)
  return found
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Stands for a value inside a text. */
const value = 'x'

function visit(node: unknown, look: (text: string, at: number) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look)
    return
  }
  if (!isNode(node) || node.type === 'TaggedTemplateExpression' || node.type === 'ImportDeclaration') return
  if (node.type === 'Literal' && typeof node.value === 'string') look(decoded(node.value), node.start)
  if (node.type === 'TemplateLiteral')
    look((node.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join(value), node.start)
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') look(shown(node.children as Node[]), node.start)
  for (const [key, part] of Object.entries(node)) if (key !== 'parent') visit(part, look)
}

/** The children of an element as read in sequence, with white space collapsed. */
const shown = (children: Node[]): string =>
  children
    .map((child) => (child.type === 'JSXText' ? decoded(String(child.value)) : value))
    .join('')
    .replace(/[ \n\t]+/g, ' ')

const decoded = (text: string): string => text.replaceAll('&nbsp;', '\u00a0')

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && 'type' in node
