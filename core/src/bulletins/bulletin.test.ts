import { expect, test } from 'vitest'
import type * as z from 'zod'
import { addressFrom, bulletinAddress, bulletinConfigFields, momentInWords, reservedAddresses } from './bulletin.ts'

const zone = 'America/Toronto'
const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test('an address has letters, digits and hyphens, and is lower-cased', () => {
  expect(bulletinAddress.parse(' Deneigement-Boreal-2 ')).toBe('deneigement-boreal-2')
  for (const refused of ['ab', 'a'.repeat(41), 'déneigement', 'a b c', 'a--b', '-abc', 'abc-', '../etc', 'a/b', 'a.b', '<b>', ''])
    expect(bulletinAddress.safeParse(refused).success, refused).toBe(false)
})

test('an address that would be taken for a public service is reserved', () => {
  for (const address of ['ville', 'Police', 'URGENCE', 'admin', '911'])
    expect(messageOf(bulletinAddress, address)).toBe('Cette adresse est réservée. Choisissez-en une autre.')
  for (const address of reservedAddresses) expect(address).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('an address is proposed from the name of the company', () => {
  expect(addressFrom('Déneigement Boréal inc.')).toBe('deneigement-boreal-inc')
  expect(addressFrom('Les Entreprises de Déneigement du Grand Québec métropolitain')).toBe('les-entreprises-de-deneigement-du-grand')
})

test('a link is complete, and nothing but https', () => {
  const { url } = bulletinConfigFields.links.element.shape
  for (const good of ['https://exemple.ca', 'https://www.exemple.ca:8443/a/b?c=d&e=1#f', 'https://exemple.ca/caf%C3%A9'])
    expect(url.safeParse(good).success, good).toBe(true)
  for (const bad of [
    'http://exemple.ca',
    'javascript:alert(1)',
    'https://',
    'https://a',
    'https://a.ca/"onclick="x',
    'https://u:p@a.ca',
    '//a.ca',
  ])
    expect(url.safeParse(bad).success, bad).toBe(false)
})

test('a moment of today has its hour, one of another day its date too', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  expect(momentInWords('2026-11-18T10:12:00Z', zone, now)).toBe('à\u00a05\u00a0h\u00a012')
  expect(momentInWords('2026-11-18T03:00:00Z', zone, now)).toBe('le 17 novembre à\u00a022\u00a0h')
})
