// Every e-mail with hostile values in every field: nothing a stranger typed becomes a link, whoever reads the mail.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { find } from 'linkifyjs'
import { expect, test } from 'vitest'
import * as accounts from '../accounts/accounts.letters.ts'
import * as companies from '../companies/companies.letters.ts'
import { type LetterContent, letter } from '../engine/documents/letters.ts'
import * as identity from '../identity/identity.letters.ts'
import * as secondFactor from '../identity/second-factor.letters.ts'
import * as privacy from '../privacy/privacy.letters.ts'
import * as quotes from '../quotes/quotes.letters.ts'
import { newContract } from '../testing/contracts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const publicUrl = 'https://bordee.test'
const evil = 'https://evil.com www.evil.com/a evil.com пример.рф paul@evil.com <a href="https://evil.com">Payer</a>'

/** Stands in for any value of a letter: as text, as a list, or as an object all of whose fields are hostile. */
const hostile: unknown = new Proxy([evil], {
  get(list, key) {
    if (key === Symbol.toPrimitive) return () => evil
    if (key === 'env') return { publicUrl }
    if (key === 'publicUrl') return publicUrl
    if (key in list) return Reflect.get(list, key)
    if (key in String.prototype) return evil[key as 'trim'].bind(evil)
    return hostile
  },
})

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => unescaped(href))
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What a mail reader makes links of, besides the action. */
function linksBeside(content: LetterContent): string[] {
  const { subject, text, html, sender } = letter(content)
  const own = content.action?.url ?? ''
  const shown = [subject, sender?.name ?? '', own ? text.replace(own, '') : text, html.replaceAll(/<[^>]*>/g, ' ')]
  const made = shown.flatMap((part) => find(part).map(({ href }) => href))
  const written = linksIn(html)
  return [...made, ...written.filter((href) => href !== own || !own.startsWith(publicUrl))]
}

test('the hostile text itself would become links', () => {
  expect(find(evil).length).toBeGreaterThanOrEqual(5)
})

const letters = Object.entries({ ...identity, ...secondFactor, ...quotes, ...privacy, ...accounts, ...companies }).filter(([name]) =>
  name.endsWith('Letter'),
)

test.each(letters)('%s holds no link but its own', (_name, write) => {
  const content = (write as (...values: unknown[]) => LetterContent)(hostile, hostile, hostile, hostile, hostile)
  expect(linksBeside(content)).toEqual([])
})

test('a letter on behalf of a company holds no link but its own', () => {
  const sender = { name: evil, replyTo: 'paul@evil.com' }
  const action = { label: evil, url: `${publicUrl}/a?b=1&c=2` }
  expect(linksBeside({ to: 'a@b.ca', subject: evil, paragraphs: [evil, evil], footnote: evil, sender, action })).toEqual([])
})

test('the letters of a company and a client with hostile names hold no link but their own', async () => {
  const server = await openTestServer()
  const { owner, companyId } = await server.newCompany()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set name = ${evil.slice(0, 100)} where id = ${companyId}`)
  const to = 'cible@exemple.ca'
  const { id } = await newContract(owner, { email: to })
  await inCompany(server, companyId, (tx) => tx.sql`update clients set name = ${evil.slice(0, 100)}`)
  await owner(contractCalls.sendContracts, { contractIds: [id] })
  await owner(accountCalls.createAccount, {
    account: { firstName: 'Paul', lastName: 'Roy', email: to, role: 'employee', invite: true },
  })
  for (const subject of [/contrat/, /accès/]) {
    const { subject: title, text, html } = await server.letterTo(to, subject)
    const own = linksIn(`${html}`)
    expect(own).toHaveLength(1)
    const rest = [title ?? '', text.replace(own[0] ?? '', ''), `${html}`.replaceAll(/<[^>]*>/g, ' ')]
    expect(rest.flatMap((part) => find(part).map(({ href }) => href))).toEqual([])
  }
})
