// What is pasted into a text: Word writes lists as paragraphs, and our texts have no tables.

/** Lists become lists again, nested ones too, and each row of a table becomes a line. */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const table of body.querySelectorAll('table')) linesOf(table)
  const isItem = (node: Element | null): node is HTMLElement => node !== null && levelOf(node) > 0
  for (const first of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (first.isConnected && isItem(first) && !isItem(first.previousElementSibling)) {
      const items: HTMLElement[] = []
      for (let item: Element | null = first; isItem(item); item = item.nextElementSibling) items.push(item)
      nest(items)
    }
  return body.innerHTML
}

/** Two cells read « Entrée simple : 400 $ », more « Entrée – 400 $ – 450 $ ». */
function linesOf(table: HTMLTableElement) {
  const lines = [...table.rows].map((row) => {
    const cells = [...row.cells].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean)
    const line = document.createElement('p')
    line.textContent = cells.join(cells.length === 2 ? '\u00a0: ' : ' – ')
    return line
  })
  table.replaceWith(...lines.filter(({ textContent }) => textContent))
}

/** « mso-list:l0 level2 lfo1 » is an item of the second level; 0 is no item. */
const levelOf = (node: Element): number => Number(/mso-list:[^;]*\blevel(\d)/.exec(node.getAttribute('style') ?? '')?.[1] ?? 0)

function nest(items: readonly HTMLElement[]) {
  const open: { level: number; list: HTMLElement }[] = []
  for (const item of items) {
    const level = levelOf(item)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const line = document.createElement('li')
    const mark = markOf(item)
    const inside = open.at(-1)
    if (inside && inside.level >= level) inside.list.append(line)
    else {
      const list = document.createElement(/^[\da-z]{1,4}[.)]/i.test(mark) ? 'ol' : 'ul')
      if (inside) inside.list.lastElementChild?.append(list)
      else item.before(list)
      list.append(line)
      open.push({ level, list })
    }
    const text = document.createElement('p')
    text.append(...item.childNodes)
    line.append(text)
    item.remove()
  }
}

/** Removes and returns the mark that Word writes before the text: « · » or « 2. ». */
function markOf(item: HTMLElement): string {
  const marks = [...item.querySelectorAll('span')].filter((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''))
  const text = marks.map(({ textContent }) => textContent).join('')
  for (const mark of marks) mark.remove()
  return text.trim()
}
