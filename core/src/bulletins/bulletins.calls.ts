import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, dispatchers } from '../roles.ts'
import { bulletinConfig, bulletinConfigFields, bulletinDesk, bulletinPost, newBulletinPost } from './bulletin.ts'

export const bulletinCalls = slice('bulletins', {
  getBulletinConfig: call('GET /bulletins/config', {
    who: companyAdmins,
    returns: bulletinConfig,
    summary: 'How the company’s public page is set; before it is first saved, what it would be',
  }),

  updateBulletinConfig: call('PUT /bulletins/config', {
    who: companyAdmins,
    /** `version` names the settings that were edited. */
    input: { ...bulletinConfigFields, version: z.int().optional() },
    returns: bulletinConfig,
    touches: [],
    summary: 'Sets the public page; an old address leads to the new one for a year. An older `version` is refused',
  }),

  getBulletins: call('GET /bulletins', {
    who: dispatchers,
    returns: bulletinDesk,
    summary: 'What the public page says now, for the company and each area, and thirty days of who wrote what',
  }),

  postBulletin: call('POST /bulletins', {
    who: dispatchers,
    status: 201,
    input: newBulletinPost,
    returns: bulletinPost,
    touches: [],
    summary: 'Says something on the public page; sent again with the same `id`, it is the same bulletin',
  }),
})
