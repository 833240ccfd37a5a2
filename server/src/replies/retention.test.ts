import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { exportSheets } from '../imports/company-export.ts'
import { listed, newTown, said } from '../testing/replies.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { purgeReplies } from './replies.jobs.ts'

const server = await openTestServer({ RETENTION_REPLIES_DAYS: '1096' })

test('replies and calls to work are deleted after three years, in every company; newer ones stay', async () => {
  const towns = [await newTown(server), await newTown(server)]
  for (const { people, phone } of towns) {
    for (const text of ['Ancienne?', 'Limite?', 'Parti']) await said(people, phone, text)
    const { id } = await people.owner(api.openOperation)
    await inCompany(server, people.companyId, async (tx) => {
      await tx.sql`update replies set at = now() - interval '1097 days' where text = 'Ancienne?'`
      await tx.sql`update replies set at = now() - interval '1095 days' where text = 'Limite?'`
      await tx.sql`update moved_cars set moved_at = now() - interval '31 days'`
      for (const days of [1097, 1095])
        await tx.sql`
          insert into crew_calls (company_id, operation_id, request_key, leaves_at, at, user_name)
          values (${people.companyId}, ${id}, ${String(days)}, '03:00', now() - make_interval(days => ${days}), 'Paule')`
    })
  }

  await server.work((work) => purgeReplies(work))

  for (const { people } of towns) {
    expect((await listed(people)).map(({ text }) => text)).toEqual(['Parti', 'Limite?'])
    const left = await inCompany(server, people.companyId, async (tx) => [
      (await tx.sql`select from moved_cars`).length,
      (await tx.sql`select from crew_calls`).length,
    ])
    expect(left).toEqual([0, 1])
  }
})

test('the export has what residents wrote, with the answers of the office, and nothing of another company', async () => {
  const [ours, theirs] = [await newTown(server), await newTown(server)]
  await said(theirs.people, theirs.phone, 'Ailleurs')
  await said(ours.people, ours.phone, 'Quand passez-vous?')
  const [reply] = await listed(ours.people)
  await ours.people.dispatcher(api.answerReply, { id: reply?.id ?? '', text: 'Vers 5 h.', requestKey: randomUUID() })

  const rows = await server.work(async (work) => {
    await work.tx.scope({ companies: [ours.people.companyId] })
    return exportSheets.find(({ table }) => table === 'replies')?.rows(work, ours.people.companyId)
  })

  expect(rows).toMatchObject([
    { text: 'Quand passez-vous?', phone: ours.phone, kind: 'text', answers: expect.stringMatching(/\u00a0: Vers 5 h\.$/) },
  ])
})
