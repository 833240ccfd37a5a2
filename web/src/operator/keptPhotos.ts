// Photos that wait on the phone, in a database of their own: whatever happens to them, marks and positions go on.
import type { PhotoKind } from '@bordee/core/photos/photo.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface KeptPhoto {
  id: string
  /** Account and company, as in kept.ts. */
  owner: string
  kind: PhotoKind
  /** Null for an « état des lieux » outside of a run. */
  runId: string | null
  siteId: string
  /** Of the mark or the damage that it belongs to. */
  markId: string | null
  address: string
  takenAt: string
  place: { lat: number; lng: number; accuracy: number | null } | null
  /** As bytes: some phones lose blobs that their database holds. */
  bytes: ArrayBuffer
  /** 1 until its mark is made: until then, the driver may remove it. */
  draft: 0 | 1
  /** Why the server refused it; it then waits for the driver. */
  refusal: string | null
}

interface Photos extends DBSchema {
  photos: { key: string; value: KeptPhoto; indexes: { owner: string } }
}

let opened: Promise<IDBPDatabase<Photos>> | undefined
const database = () => {
  opened ??= openDB<Photos>('bordee-photos', 1, {
    upgrade: (db) => void db.createObjectStore('photos', { keyPath: 'id' }).createIndex('owner', 'owner'),
  })
  return opened
}

/** Returns once written to disk. Throws if the phone is full: nothing else is lost. */
export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  const tx = (await database()).transaction('photos', 'readwrite', { durability: 'strict' })
  await Promise.all([tx.store.put(photo), tx.done])
}

/** Oldest first. */
export async function keptPhotos(owner: string): Promise<KeptPhoto[]> {
  const all = await (await database()).getAllFromIndex('photos', 'owner', owner)
  return all.toSorted((a, b) => a.takenAt.localeCompare(b.takenAt))
}

export async function dropPhoto(id: string): Promise<void> {
  await (await database()).delete('photos', id)
}

/** Changes those of this owner for which `change` returns something. */
export async function changePhotos(owner: string, change: (photo: KeptPhoto) => KeptPhoto | undefined): Promise<void> {
  const tx = (await database()).transaction('photos', 'readwrite', { durability: 'strict' })
  for (const photo of await tx.store.index('owner').getAll(owner)) {
    const changed = change(photo)
    if (changed) await tx.store.put(changed)
  }
  await tx.done
}
