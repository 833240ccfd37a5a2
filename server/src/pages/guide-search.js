// The guide's search, in the page itself: guide-pages.ts ends this file with a call that gives it the guide's text.

/**
 * @typedef {{ page: string, heading: string, href: string, text: string }} Passage
 * @param {Passage[]} passages
 */
globalThis.searchGuide = (passages) => {
  const form = document.querySelector('search')
  const field = form?.querySelector('input')
  const said = form?.querySelector('[role="status"]')
  const list = form?.querySelector('ul')
  if (!form || !field || !said || !list) return
  form.hidden = false

  const mostShown = 8
  const fold = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
  const folded = passages.map((passage) => ({ passage, name: fold(`${passage.page} ${passage.heading}`), text: fold(passage.text) }))

  /** The passages that have every word, those that have them in their title first. */
  function found(words) {
    const has = (text) => words.every((word) => text.includes(word))
    const matching = folded.filter(({ name, text }) => has(`${name} ${text}`))
    return [...matching.filter(({ name }) => has(name)), ...matching.filter(({ name }) => !has(name))].map(({ passage }) => passage)
  }

  function lineOf({ page, heading, href }) {
    const link = document.createElement('a')
    link.href = href
    link.textContent = heading || page
    if (heading) link.append(Object.assign(document.createElement('span'), { textContent: page }))
    const line = document.createElement('li')
    line.append(link)
    return line
  }

  function show() {
    const words = fold(field.value).split(/\s+/).filter(Boolean)
    const results = words.length > 0 ? found(words) : []
    list.replaceChildren(...results.slice(0, mostShown).map(lineOf))
    said.textContent =
      words.length === 0 ? '' : results.length === 0 ? 'Aucun résultat' : `${results.length} résultat${results.length > 1 ? 's' : ''}`
  }

  field.addEventListener('input', show)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target === field) list.querySelector('a')?.click()
    if (event.key !== 'Escape') return
    field.value = ''
    field.focus()
    show()
  })
  show() // the browser may give back what was typed before
}
