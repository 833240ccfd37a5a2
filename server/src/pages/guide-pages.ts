// Renders docs/guide: each Markdown file as a page with the table of contents and links to the previous and next page.
import { readdirSync, readFileSync } from 'node:fs'
import { Marked, type Tokens } from 'marked'

const inGuide = (name: string) => new URL(`../../../docs/guide/${name}`, import.meta.url)
const fonts = new URL('../engine/documents/fonts/', import.meta.url)
const html = 'text/html; charset=utf-8'

interface Served {
  type: string
  body: string | Buffer
}

interface Entry {
  name: string
  title: string
}

/** A heading of the index, and the pages under it. */
interface Chapter {
  title: string
  entries: Entry[]
}

/** Every page and file of the guide, by path. */
export function readGuide(): Record<string, Served> {
  const chapters = chaptersOf(read('README.md'))
  const entries = chapters.flatMap((chapter) => chapter.entries)
  return Object.fromEntries([
    ['/guide', { type: html, body: layout({ title: 'Guide de Bordée', main: rendered(read('README.md')) }) }],
    ...entries.map((entry) => [`/guide/${entry.name}`, { type: html, body: pageOf(entry, chapters) }] as const),
    ...readdirSync(inGuide('pictures')).map((name) => [`/guide/pictures/${name}`, { type: 'image/png', body: pictureOf(name) }] as const),
    ...['Figtree_400Regular.ttf', 'Figtree_700Bold.ttf'].map(
      (name) => [`/guide/${name}`, { type: 'font/ttf', body: readFileSync(new URL(name, fonts)) }] as const,
    ),
    ['/guide/search.js', { type: 'text/javascript; charset=utf-8', body: searchScript(entries) }],
    ['/guide/guide.css', { type: 'text/css; charset=utf-8', body: readFileSync(new URL('guide.css', import.meta.url), 'utf8') }],
  ])
}

export const lostPage = () =>
  layout({
    title: 'Page introuvable',
    main: '<h1>Page introuvable</h1><p>Cette page du guide n’existe pas, ou plus. <a href="/guide">Voir toutes les pages</a></p>',
  })

const read = (file: string) => readFileSync(inGuide(file), 'utf8')
const pictureOf = (name: string) => readFileSync(inGuide(`pictures/${name}`))

function chaptersOf(index: string): Chapter[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n')[0] ?? '',
      entries: [...part.matchAll(/^- \[([^\]]+)\]\(([\w-]+)\.md\)/gm)].map(([, title = '', name = '']) => ({ name, title })),
    }))
}

function pageOf(entry: Entry, chapters: Chapter[]): string {
  const entries = chapters.flatMap((chapter) => chapter.entries)
  const at = entries.indexOf(entry)
  const step = (to: Entry | undefined, label: string, rel: string) =>
    to ? `<a rel="${rel}" href="/guide/${to.name}"><span>${label}</span> ${to.title}</a>` : ''
  const steps = `${step(entries[at - 1], 'Page précédente', 'prev')}${step(entries[at + 1], 'Page suivante', 'next')}`
  return layout({
    title: `${entry.title} – Guide de Bordée`,
    nav: listOf(chapters, entry),
    main: `${rendered(textOf(entry.name))}<nav class="steps" aria-label="Pages voisines">${steps}</nav>`,
  })
}

function listOf(chapters: Chapter[], current: Entry): string {
  const line = (entry: Entry) =>
    `<li><a href="/guide/${entry.name}"${entry === current ? ' aria-current="page"' : ''}>${entry.title}</a></li>`
  const chapter = ({ title, entries }: Chapter) => `<h2>${title}</h2><ul>${entries.map(line).join('')}</ul>`
  return `<nav class="pages" aria-label="Pages du guide">${chapters.map(chapter).join('')}</nav>`
}

/** Each part of each page, as the search looks for it. */
const searchScript = (entries: Entry[]) =>
  `${readFileSync(new URL('guide-search.js', import.meta.url), 'utf8')}\nsearchGuide(${JSON.stringify(entries.flatMap(passagesOf))})\n`

function passagesOf({ name, title }: Entry) {
  const [opening = '', ...parts] = textOf(name).split(/^## /m)
  const passage = (heading: string, text: string) => ({
    page: title,
    heading,
    href: `/guide/${name}${heading && `#${slugOf(heading)}`}`,
    text: text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[#*\s]+/g, ' '),
  })
  return [passage('', opening), ...parts.map((part) => passage(part.split('\n')[0] ?? '', part))]
}

/** A page without its last line, which links to other pages: here the navigation replaces it. */
const textOf = (name: string) => read(`${name}.md`).replace(/\n[^\n]+\n*$/, '\n')

const slugOf = (heading: string) =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')

const marked = new Marked({
  renderer: {
    heading({ depth, text, tokens }: Tokens.Heading) {
      return `<h${depth}${depth === 2 ? ` id="${slugOf(text)}"` : ''}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    /** With its size, so that the page doesn't jump while it loads. */
    image({ href, text }: Tokens.Image) {
      const { width, height } = sizeOf(pictureOf(href.replace('pictures/', '')))
      return `<img src="/guide/${href}" alt="${text}" width="${width}" height="${height}" loading="lazy">`
    },
    link({ href, tokens }: Tokens.Link) {
      const inside = /^([\w-]+)\.md$/.exec(href)?.[1]
      const target = inside === 'README' ? '/guide' : inside ? `/guide/${inside}` : href
      return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

const rendered = (markdown: string) => marked.parse(markdown, { async: false })

/** From the PNG header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

const brand = '<a class="brand" href="/guide"><img src="/icon.svg" alt="" width="32" height="32">Guide de Bordée</a>'

/** Shown by the script, so that without one there is no field that does nothing. */
const search = `<search hidden>
<input type="search" aria-label="Chercher dans le guide" placeholder="Chercher dans le guide" autocomplete="off">
<p role="status"></p>
<ul></ul>
</search>`

const layout = ({ title, main, nav = '' }: { title: string; main: string; nav?: string }) => `<!doctype html>
<html lang="fr-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#17504A">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/guide/guide.css">
<script src="/guide/search.js" defer></script>
<title>${title}</title>
</head>
<body>
<a class="skip" href="#contenu">Aller au contenu</a>
<header>${brand}${search}<a href="/">Ouvrir Bordée</a></header>
<div class="sheet">${nav}<main id="contenu" tabindex="-1">${main}</main></div>
</body>
</html>
`
