import { expect, test } from 'vitest'
import { isClaimFile } from './claim-file.ts'

const bytes = (text: string) => Uint8Array.from(Array.from(text, (letter) => letter.charCodeAt(0)))

test.each([
  ['Avis.PDF', '%PDF-1.7', true],
  ['rapport.docx', 'PK\u0003\u0004', true],
  ['courriel.eml', 'From: quelqu’un', true],
  ['photo.webp', 'RIFFabcdWEBP', true],
  ['vide.txt', '', true],
  ['facture.pdf', '<html><script>', false],
  ['outil.exe', 'MZ', false],
  ['page.html', '<html>', false],
  ['image.svg', '<svg>', false],
  ['binaire.csv', 'a\0b', false],
  ['sans-nom', '%PDF-1.7', false],
  ['constructor', 'x', false],
])('%s that begins with %j', (name, content, isTaken) => {
  expect(isClaimFile(name, bytes(content))).toBe(isTaken)
})
