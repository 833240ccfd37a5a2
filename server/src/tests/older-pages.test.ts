// Two people have the same thing open; one saves, then the other, whose page is older by now.
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { expect, test } from 'vitest'
import { fieldsOf, namesRemoved } from '../testing/fields.ts'
import { openTestServer } from '../testing/server.ts'
import { otherLists, sharedLists } from '../testing/shared-lists.ts'

const server = await openTestServer()

test.each(Object.entries(sharedLists))('%s: a save from an older page removes nothing that was added since', async (_list, open) => {
  const people = await server.newCompany()
  const page = await open(people)
  const [first = ''] = await page.items()
  const [theirs, mine] = [await page.newItem(), await page.newItem()]
  expect(await page.save(people.owner, { added: theirs, removed: [] })).toMatchObject({ status: 200 })

  const later = await page.save(people.admin, { added: mine, removed: [first] })

  expect(await page.items()).toContain(theirs)
  if (later.status !== 200) expect(later).toMatchObject({ status: 409, body: { code: 'older-version' } })
  else {
    expect(await page.items()).toContain(mine)
    expect(await page.items()).not.toContain(first)
  }
})

test('every list that a call replaces is one of them, or has a reason not to be', () => {
  const rows = (Object.values(api) as CallRow[]).filter(({ verbs }) => verbs.some((verb) => verb === 'PUT' || verb === 'PATCH'))
  const lists = rows.flatMap((row) =>
    fieldsOf(row.input, 'in')
      .filter((path) => path.includes('[]') && !namesRemoved(path))
      .map((path) => `${row.name} ${path.slice(0, path.indexOf('[]'))}`),
  )
  expect([...new Set(lists)].toSorted()).toEqual([...Object.keys(sharedLists), ...Object.keys(otherLists)].toSorted())
})
