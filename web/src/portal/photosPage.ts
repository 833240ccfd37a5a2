// A client's photos as one file that any browser opens, without a network.

import { photoKindNames } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import type { PersonalData } from '@bordee/core/privacy/privacy.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { ask } from '../api.ts'

type Listed = PersonalData['photos']

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

export async function photosPage(photos: Listed, zone: string): Promise<Blob> {
  const parts = ['<!doctype html><html lang="fr-CA"><meta charset="utf-8"><title>Mes photos</title><h1>Mes photos</h1>']
  for (const { id, kind, companyName, siteAddress, takenAt } of photos) {
    const words = [photoKindNames[kind], formatInstant(takenAt, zone), siteAddress, companyName].filter(Boolean).join(' · ')
    const picture = await asDataUrl(await ask(photoCalls.getPhoto, { id }))
    parts.push(`<figure><img src="${picture}" alt="" style="max-width:100%"><figcaption>${escaped(words)}</figcaption></figure>`)
  }
  return new Blob(parts, { type: 'text/html' })
}
