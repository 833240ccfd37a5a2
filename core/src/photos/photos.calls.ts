import * as z from 'zod'
import { call, slice } from '../call.ts'
import { alertSenders, clients, companyAdmins, managers } from '../roles.ts'
import { id, moment, text } from '../wire.ts'
import { photo, photoFields, photoSizes, siteWithoutCondition } from './photo.ts'

/** Operators see those of their own runs, managers and clients those of their sites. */
const readers = [...alertSenders, ...managers, ...clients]
/** The folder's history and the board show photos. */
const withPhotos = ['callers', 'operations', 'runs'] as const

export const photoCalls = slice('photos', {
  addPhoto: call('POST /photos', {
    who: alertSenders,
    outside: true,
    upload: 'file',
    status: 201,
    input: photoFields,
    returns: photo,
    touches: withPhotos,
    summary:
      'Takes one JPEG, PNG or WebP, with its mark, visit or site, and draws it again without metadata. The same `id` answers the ' +
      'same photo. Operators send theirs with a run they are in, or a photo of the state before winter; at most four per mark. ' +
      'The mark may arrive later, if the run and the site are given. Refused beyond the company’s quota (409 `quota`), and when ' +
      'the server is full (507 `no-room`)',
  }),

  listPhotos: call('GET /photos', {
    who: readers,
    input: { runId: id.optional(), siteId: id.optional(), clientId: id.optional(), from: moment.optional(), to: moment.optional() },
    returns: z.array(photo),
    summary:
      'The photos of a run, a site or a folder, newest first, at most 500; to a client those of their sites that the company shows them. ' +
      'Deleted ones stay in the list of those who run the company',
  }),

  listSitesWithoutCondition: call('GET /photos/sites-without-condition', {
    who: alertSenders,
    returns: z.array(siteWithoutCondition),
    summary: 'The active sites whose state before winter nobody has photographed since 1 August',
  }),

  getPhoto: call('GET /photos/:id', {
    who: readers,
    outside: true,
    input: { id, size: z.enum(photoSizes).default('full') },
    file: 'image/jpeg',
    cachedFor: 3600,
    summary: 'A photo, as a thumbnail (`small`), for paper (`medium`, 1000 px) or in full (1600 px)',
  }),

  deletePhoto: call('DELETE /photos/:id', {
    who: companyAdmins,
    input: { id, reason: text(200) },
    returns: photo,
    touches: withPhotos,
    summary: 'Removes a photo’s content; its row keeps the hash, who deleted it and why',
  }),
})
