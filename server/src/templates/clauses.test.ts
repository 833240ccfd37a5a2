import { expect, test } from 'vitest'
import { keptClauses, parseClauses } from './clauses.ts'

const sanitized = (html: string) => keptClauses(html, 'contract')

test('the editor’s HTML is kept unchanged', () => {
  const html =
    '<h2>Objet</h2><p style="text-align: justify">Le client <strong>accepte</strong> le <em>présent</em> contrat, ' +
    '<u>soit</u> <s>ceci</s>.<br>Suite</p>' +
    '<ul><li><p>Un</p><ol start="3"><li><p>Trois</p></li></ol></li></ul><blockquote><p>Cité</p></blockquote><hr>' +
    '<p><a href="https://exemple.ca/">un lien</a> et 5&nbsp;%</p>'
  expect(sanitized(html)).toBe(html)
  expect(sanitized(sanitized(html))).toBe(html)
})

test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="x()" class="y">a</p>', '<p>a</p>'],
  ['<p><img src=x onerror=alert(1)>a</p>', '<p>a</p>'],
  ['<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="JaVa\tScript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="data:text/html,x">a</a></p>', '<p>a</p>'],
  ['<svg><script>x</script></svg><math><mi>x</mi></math>b', '<p>b</p>'],
  ['<style>p{background:url(http://mal.example)}</style><p>a</p>', '<p>a</p>'],
  ['<p style="background:url(http://mal.example);text-align:center">a</p>', '<p style="text-align: center">a</p>'],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<p>a<!-- <script>x</script> -->b</p>', '<p>ab</p>'],
  ['<iframe src="http://mal.example"></iframe><object data="x"></object>', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', null],
  ['texte <b>nu</b>', '<p>texte <strong>nu</strong></p>'],
  ['<table><tr><td>un</td><td>deux</td></tr></table>', '<p>un</p><p>deux</p>'],
])('%s', (html, kept) => {
  const clean = sanitized(html)
  if (kept !== null) expect(clean).toBe(kept)
  expect(clean).not.toMatch(/<(?!\/?(p|h[123]|ul|ol|li|blockquote|strong|em|u|s|a|br|hr)\b)/)
  expect(clean).not.toMatch(/ on\w+=|javascript:|url\(/i)
})

test.each(['<b>', '<blockquote>', '<ul><li>', '<div>', '<a href="https://x.example">'])('%s ten thousand deep does no harm', (tag) => {
  const html = `${tag.repeat(10_000)}fond`
  const deepest = (blocks: unknown): number => {
    let [levels, level] = [0, [blocks]]
    while (level.length > 0) {
      level = level.flatMap((one) => (Array.isArray(one) ? one : one && typeof one === 'object' && 'c' in one ? [one.c] : []) as unknown[])
      levels++
    }
    return levels
  }
  expect(sanitized(html)).toContain('fond')
  expect(deepest(parseClauses(html))).toBeLessThan(80)
})

test('a link’s address is written once, however long its text; clauses that grow too long are refused', () => {
  const address = `https://exemple.ca/${'a'.repeat(1900)}`
  const html = `<p><a href="${address}">${'x<br>'.repeat(1000)}</a></p>`
  expect(sanitized(html)).toBe(html)
  expect(JSON.stringify(parseClauses(html)).length).toBeLessThan(50_000)
  expect(() => sanitized(`<p><b><i><u><s>${'x<br>'.repeat(15_000)}</s></u></i></b></p>`)).toThrow()
  expect(() => sanitized(`<p>${'&amp;'.repeat(19_000)}"${'"'.repeat(4000)}</p>`)).toThrow()
})

test('a word processor’s bullets become bullets', () => {
  expect(sanitized('<p>\uf0b7 Neige</p>')).toBe('<p>• Neige</p>')
})

test('more parts than any contract has are refused: they would take minutes to print', () => {
  expect(() => sanitized(`${'<ul><li>'.repeat(2)}${'<li>x</li>'.repeat(5000)}`)).toThrow()
  expect(sanitized('<p>x</p>'.repeat(1000))).toHaveLength(8000)
})
