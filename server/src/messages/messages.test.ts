import { modelsFor } from '@bordee/core/messages/message.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { fitsOneSms } from '@bordee/core/messages/sms-text.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const { listMessages, listModels, createMessage, updateMessage, deleteMessage } = messageCalls
const server = await openTestServer()

test('the platform’s models fit one SMS each, and name the sender', async () => {
  const { owner } = await server.newCompany('Déneigement Boréal')
  const models = await owner(listModels)
  expect(models.filter(({ long }) => !fitsOneSms(long))).toEqual([])
  for (const { long } of models) expect(long).toMatch(/^Déneigement Boréal : /)
})

test('a message takes its texts from its model, or has its own', async () => {
  const { owner } = await server.newCompany('Gagné et Fils')
  const [first, second] = modelsFor('Gagné et Fils')
  const made = await owner(createMessage, { message: { short: 'ignoré', model: first?.id } })
  expect(made).toMatchObject({ short: first?.short, long: first?.long, model: first?.id, isActive: true })
  expect(await owner(updateMessage, { id: made.id, message: { model: second?.id } })).toMatchObject({ long: second?.long })
  const own = await owner(updateMessage, { id: made.id, message: { model: null, long: 'On passe ce soir' } })
  expect(own).toMatchObject({ model: null, short: second?.short, long: 'On passe ce soir' })
  expect(await owner(updateMessage, { id: made.id, message: own })).toEqual(own)
})

test.each([
  [{}, { short: 'L’identifiant interne est requis.', long: 'Le message envoyé au client est requis.', model: 'Le modèle est requis.' }],
  [{ short: 'x'.repeat(51), long: 'ok' }, { short: 'L’identifiant interne doit faire moins de 50 caractères' }],
  [{ short: 'x', long: 'a'.repeat(161) }, { long: 'Le message compte 161 caractères; il peut en avoir 160.' }],
  [{ short: 'x', long: `ê${'a'.repeat(70)}` }, { long: 'Le message compte 71 caractères; il peut en avoir 70.' }],
  [{ short: 'x', long: 'neige \ud83d' }, { long: 'Le texte contient un caractère interdit.' }],
  [{ short: 'x', long: 'neige \u0001' }, { long: 'Le texte contient un caractère interdit.' }],
  [{ model: '00000000-0000-7000-8000-000000000000' }, { model: 'Ce modèle n’existe pas.' }],
])('%j is refused', async (message, errors) => {
  const { owner } = await server.newCompany()
  expect(await owner.raw(createMessage, { message })).toMatchObject({ status: 422, body: { formErrors: { message: errors } } })
  expect(await owner(listMessages)).toEqual([])
})

test('a change that would make a message too long is refused', async () => {
  const { owner } = await server.newCompany()
  const made = await owner(createMessage, { message: { short: 'Ce soir', long: 'a'.repeat(160) } })
  expect((await owner.raw(updateMessage, { id: made.id, message: { long: `${'a'.repeat(160)}!` } })).status).toBe(422)
  for (const long of ['', null]) expect((await owner.raw(updateMessage, { id: made.id, message: { long } })).status).toBe(422)
  expect(await owner(listMessages)).toEqual([made])
})

test('an employee sees the active messages', async () => {
  const { owner, employee } = await server.newCompany()
  const shown = await owner(createMessage, { message: { short: 'A', long: 'a' } })
  const hidden = await owner(createMessage, { message: { short: 'B', long: 'b', isActive: false } })
  expect(await owner(listMessages)).toEqual([shown, hidden])
  expect(await owner(listMessages, { active: false })).toEqual([hidden])
  expect(await employee(listMessages)).toEqual([shown])
  expect(await employee(listMessages, { active: false })).toEqual([])
})

test('a message that a route sends cannot be deleted; a route takes only its own company’s', async () => {
  const { owner } = await server.newCompany()
  const next = await server.newCompany()
  const message = await owner(createMessage, { message: { short: 'A', long: 'a' } })
  const theirs = await next.owner(createMessage, { message: { short: 'A', long: 'a' } })
  const route = await owner(routeCalls.createRoute, { route: { name: 'Nord', message: message.id } })
  expect(route).toMatchObject({ message: message.id, initialMessage: null })
  expect(await owner.raw(deleteMessage, { id: message.id })).toMatchObject({ status: 409 })
  expect(await owner.raw(routeCalls.updateRoute, { id: route.id, route: { initialMessage: theirs.id } })).toMatchObject({
    status: 422,
    body: { formErrors: { route: { initialMessage: 'Ce message n’existe pas.' } } },
  })
  await owner(routeCalls.updateRoute, { id: route.id, route: { message: null } })
  await owner(deleteMessage, { id: message.id })
  expect(await owner(listMessages)).toEqual([])
})
