// Québec typography for what users read: no space before « ? », « ! » and « ; », a non-breaking space before « : » and
// inside guillemets. A sentence that ends with a name uses `sentence`, because « inc. » has its own period.
import { parseSync } from 'vite'

export interface Written {
  line: number
  text: string
}

const space = '[ \\u00a0\\u202f]'
/** Only after a letter, a digit or a closing mark: elsewhere they are code. */
const rules = [
  new RegExp(`[\\p{L}\\p{N}».)\\]…’]${space}+[?!;](?=$|[\\s)»<])`, 'u'),
  /[\p{L}\p{N}».)\]…’][ \u202f]+:(?=$|\s)/u,
  /«(?!\u00a0)|(?<!\u00a0)»/u,
  /\p{L}\.\.(?=$|\s)/u,
]

/** A lone mark is not text: some code compares characters. */
export const isMisset = (text: string): boolean => text.length > 1 && rules.some((rule) => rule.test(text))

/** Every text of a source that `isWrong`. Users read neither SQL nor comments. */
export function textsIn(file: string, source: string, isWrong: (text: string) => boolean): Written[] {
  const found: Written[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const look = (text: string, at: number) => {
    if (isWrong(text)) found.push({ line: lineOf(at), text: text.trim() })
  }
  visit(parseSync(file, source).program, look)
  return found
}

export const missetIn = (file: string, source: string): Written[] => textsIn(file, source, isMisset)

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Stands for a value inside a text; a name may end with a period. */
function standIn(node: unknown): string {
  if (!isNode(node)) return 'x'
  if (node.type === 'Identifier') return /(names?|company|address|place|folders)$/i.test(String(node.name)) ? 'inc.' : 'x'
  const { callee } = node
  if (isNode(callee) && callee.property) return standIn(callee.object) // companyNames.join(', ')
  return standIn(node.property ?? node.expression ?? node.left ?? callee)
}

function visit(node: unknown, look: (text: string, at: number) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look)
    return
  }
  if (!isNode(node) || node.type === 'TaggedTemplateExpression' || node.type === 'ImportDeclaration') return
  if (node.type === 'Literal' && typeof node.value === 'string') look(decoded(node.value), node.start)
  if (node.type === 'TemplateLiteral') look(written(node.quasis as Quasi[], node.expressions as Node[]), node.start)
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') look(shown(node.children as Node[]), node.start)
  for (const [key, part] of Object.entries(node)) if (key !== 'parent') visit(part, look)
}

interface Quasi {
  value: { cooked: string }
}
const written = (quasis: Quasi[], expressions: Node[]): string =>
  quasis.map(({ value: { cooked } }, i) => cooked + (i < expressions.length ? standIn(expressions[i]) : '')).join('')

/** The children of an element as read in sequence, with white space collapsed. */
const shown = (children: Node[]): string =>
  children
    .map((child) => (child.type === 'JSXText' ? decoded(String(child.value)) : standIn(child)))
    .join('')
    .replace(/[ \n\t]+/g, ' ')

const decoded = (text: string): string => text.replaceAll('&nbsp;', '\u00a0')

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && 'type' in node
