// Export, import into an empty company: the same data; import again: nothing changes.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { legendSheet, templateSheets } from '@bordee/core/imports/template.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { writeWorkbook } from '../engine/documents/spreadsheets.ts'
import { newClient, newSector, newService, newSite, square } from '../testing/folders.ts'
import { exportOf, importInto, ownMappings, type SentSheet, sheetsIn } from '../testing/imports.ts'
import { openTestServer, type People } from '../testing/server.ts'
import { sendFiles } from '../testing/uploads.ts'

const server = await openTestServer()

/** Everything a spreadsheet may get wrong. */
async function hardCompany(): Promise<People> {
  const people = await server.newCompany('Neige & Fils')
  const { owner, employee, companyId } = people
  const [plough, salt] = [
    await newService(owner, {
      name: 'Déneigement',
      color: 'blue',
      defaultAnnualAugmentation: 250,
      description: 'Entrée\net trottoir',
      isDefault: true,
    }),
    await newService(owner, { name: 'Épandage d’abrasif' }),
  ]
  const helene = await newClient(owner, {
    name: 'Hélène « Lène » Côté',
    number: '007',
    email: 'helene@exemple.ca',
    phone: '4185550142',
    post: '0012',
    billingCivicNumber: '0012',
    billingStreet: 'rue de l’Église',
    billingApartment: '4-B',
    billingCity: 'Lévis',
    billingState: 'QC',
    billingCountry: 'CA',
    billingZip: 'G6V 1A1',
    billingLatitude: 46.8,
    billingLongitude: -71.18,
    notes: '=1+1\nDeuxième ligne\t; avec "guillemets"',
  })
  const [jean, other] = [
    await newClient(owner, { name: 'Jean Roy', number: '1e5' }),
    await newClient(owner, { name: 'Jean Roy', type: 'commercial', firstName: '-x', lastName: '@moi', notes: '+1' }),
  ]
  const circle = Array.from({ length: 300 }, (_, i) => ({
    lat: 46.81 + 0.001 * Math.sin((i * Math.PI) / 150),
    lng: -71.215 + 0.001 * Math.cos((i * Math.PI) / 150),
  }))
  const mark = { type: 'snowplow' as const, color: 'red' as const, location: { lat: 46.81, lng: -71.215 } }
  const entrance = await newSite(owner, helene.id, {
    name: 'Entrée',
    notes: '=HYPERLINK("http://mal.exemple")',
    areas: [
      { name: 'Zone B', polygon: square(10), services: [plough.id, salt.id], notes: 'Deux\nlignes' },
      { name: 'Zone A', polygon: circle, services: [], indicators: [mark] },
    ],
  })
  const yard = await newSite(owner, jean.id, { name: 'Entrée', address: { street: 'rue / du Quai', civicNumber: '9' }, status: 'inactive' })
  const backyard = await newSite(owner, jean.id, {
    name: 'Cour / arrière ; nord'.replace(' ; ', ', '),
    type: 'commercial',
    address: {
      street: 'rang 3',
      city: 'Saint-Élzéar',
      state: 'QC',
      zip: 'G0S 2J0',
      country: 'CA',
      apartment: '2',
      location: { lat: 46.1234567, lng: -71 },
    },
  })
  const occupant = (site: { id: string }, contact: object) =>
    owner(occupantCalls.createOccupant, { contact: { site: site.id, phone: '4185550142', ...contact } })
  await occupant(entrance, { firstName: 'Hélène', lastName: 'Côté', alertMethod: 'call', notes: '-x' })
  await occupant(entrance, { firstName: 'Luc', lastName: 'Côté' })
  await occupant(entrance, { firstName: 'Luc', lastName: 'Côté', phone: '4185550143' })
  await occupant(yard, { phone: '4185550199' })
  const message = await owner(messageCalls.createMessage, { message: { short: 'Tempete', long: 'Nous passons bientot.', isActive: false } })
  const [model] = await owner(messageCalls.listModels)
  await owner(messageCalls.createMessage, { message: { model: model?.id ?? null } })
  const stops = [backyard, entrance, yard].map(({ id }, sortOrder) => ({ site: id, sortOrder }))
  await owner(routeCalls.createRoute, {
    route: { name: 'Nord', sites: stops, serviceIds: [salt.id, plough.id], hasAlerts: true, siteBefore: 3, message: message.id },
  })
  await owner(routeCalls.createRoute, { route: { name: 'Sans arrêt' } })
  const group = await owner(groupingCalls.createGrouping, { alerts: { name: 'Rive-Nord' } })
  await owner(groupingCalls.createGrouping, { alerts: { name: 'Vide' } })
  await newSector(owner, { name: 'Limoilou', groupId: group.id, siteIds: [yard.id, backyard.id], userIds: [employee.accountId] })
  await newSector(owner, { name: 'Vanier', polygon: circle })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`
      insert into unsubscribed_phones (company_id, phone, since)
      values (${companyId}, '4185550199', '2026-01-15T12:30:00Z'), (${companyId}, '5145550100', '2026-07-15T12:30:00Z')`
  })
  expect(other.number).toBe('8')
  return people
}

/** What must come back, apart from ids: each table's rows. */
const tables: Record<string, string> = {
  clients: `select to_jsonb(c) - '{id,company_id,created_at}'::text[] as row from clients c order by number`,
  sites: `
    select to_jsonb(s) - '{id,company_id,client_id,created_at}'::text[] || jsonb_build_object('client', c.number) as row
    from sites s join clients c on c.id = s.client_id order by c.number, s.name`,
  areas: `
    select to_jsonb(a) - '{id,company_id,site_id,polygon,north,south,east,west}'::text[]
           || jsonb_build_object('client', c.number, 'site', s.name,
                'corners', (select jsonb_agg(jsonb_build_array(round((p->>'lat')::numeric, 7), round((p->>'lng')::numeric, 7)) order by n)
                            from jsonb_array_elements(a.polygon) with ordinality t (p, n)),
                'services', (
                  select jsonb_agg(v.name order by v.name)
                  from area_services l
                  join services v on v.id = l.service_id
                  where l.area_id = a.id)) as row
    from areas a join sites s on s.id = a.site_id join clients c on c.id = s.client_id order by c.number, s.name, a.position`,
  occupants: `
    select to_jsonb(o) - '{id,company_id,site_id,created_at}'::text[] || jsonb_build_object('client', c.number, 'site', s.name) as row
    from occupants o
    join sites s on s.id = o.site_id
    join clients c on c.id = s.client_id
    order by c.number, s.name, o.last_name, o.first_name, o.phone`,
  services: `select to_jsonb(s) - '{id,company_id,created_at}'::text[] as row from services s order by name`,
  routes: `
    select to_jsonb(r) - '{id,company_id,created_at,version,message_id,initial_message_id}'::text[]
           || jsonb_build_object(
                'message', (select short from messages where id = r.message_id),
                'stops', (select jsonb_agg(c.number || ' / ' || s.name order by p.sort_order)
                          from route_sites p join sites s on s.id = p.site_id join clients c on c.id = s.client_id where p.route_id = r.id),
                'services', (
                  select jsonb_agg(v.name order by v.name)
                  from route_services l
                  join services v on v.id = l.service_id
                  where l.route_id = r.id)) as row
    from routes r order by name`,
  sectors: `
    select jsonb_build_object('name', s.name, 'grouping', g.name,
             'corners', (select jsonb_agg(jsonb_build_array(round((p->>'lat')::numeric, 7), round((p->>'lng')::numeric, 7)) order by n)
                         from jsonb_array_elements(s.polygon) with ordinality t (p, n)),
             'sites', (select jsonb_agg(c.number || ' / ' || x.name order by c.number, x.name)
                       from sector_sites l
                       join sites x on x.id = l.site_id
                       join clients c on c.id = x.client_id
                       where l.sector_id = s.id)) as row
    from sectors s left join sector_groups g on g.id = s.group_id order by s.name`,
  groupings: `select jsonb_build_object('name', name) as row from sector_groups order by name`,
  messages: `select to_jsonb(m) - '{id,company_id,created_at}'::text[] as row from messages m order by short`,
  unsubscribed: `select to_jsonb(u) - '{company_id}'::text[] as row from unsubscribed_phones u order by phone`,
}

async function contentOf(companyId: string): Promise<Record<string, unknown[]>> {
  return server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const content: Record<string, unknown[]> = {}
    for (const [name, text] of Object.entries(tables))
      content[name] = (await tx.boss.executeSql(text, [])).rows.map((one: { row: unknown }) => one.row)
    return content
  })
}

test('a company exported and imported elsewhere is the same, and importing again changes nothing', async () => {
  const from = await hardCompany()
  const to = await server.newCompany('Neige & Fils')
  const bytes = await exportOf(server, from.admin, from.companyId)
  const sheets = await sheetsIn(bytes)
  const input = { data: { sheets }, companyId: to.companyId, ...ownMappings(sheets) }

  expect(await importInto(from.admin, input)).toEqual([])

  const [before, after] = [await contentOf(from.companyId), await contentOf(to.companyId)]
  for (const table of Object.keys(tables)) {
    expect(before[table]?.length, table).toBeGreaterThan(0)
    expect(after[table], table).toEqual(before[table])
  }
  const { counts, errors } = (await importInto(from.admin, { ...input, dryRun: true })) as {
    counts: Record<string, object>
    errors: object[]
  }
  expect(errors).toEqual([])
  for (const [entity, count] of Object.entries(counts)) expect(count, entity).toMatchObject({ created: 0, updated: 0, refused: 0 })
  // Importing a company's own export changes nothing, despite rounding.
  const own = (await importInto(from.admin, { ...input, companyId: from.companyId, dryRun: true })) as { counts: Record<string, object> }
  for (const [entity, count] of Object.entries(own.counts)) expect(count, entity).toMatchObject({ created: 0, updated: 0, refused: 0 })
  expect(await importInto(from.admin, input)).toEqual([])
  expect(await contentOf(to.companyId)).toEqual(after)

  const [client] = await to.owner(clientCalls.listClients)
  const site = (await to.owner(siteCalls.listSites)).find(({ name }) => name === 'Entrée')
  expect(client?.status).toBeDefined()
  expect(site?.snowRemovalAreaStatus).toBe('good')
  expect(await from.admin(importCalls.getImportProgress, { companyId: to.companyId })).toMatchObject({ state: 'done', errors: [] })
})

test('the same through the wizard: upload, guessed columns, import', async () => {
  const from = await hardCompany()
  const to = await server.newCompany('Neige & Fils')
  const name = 'neige.xlsx'
  const { body } = await sendFiles(server, to.admin, [{ name, bytes: await exportOf(server, from.admin, from.companyId) }])
  const { uploadId, sheets } = body
  const { contracts: _, ...mappings } = proposedMappings(sheets)

  expect(await importInto(to.admin, { data: { uploadId }, ...mappings })).toEqual([])

  expect(await contentOf(to.companyId)).toEqual(await contentOf(from.companyId))
})

test('the untouched template imports nothing; filled below its examples, it imports what was filled', async () => {
  const { admin, owner } = await server.newCompany()
  const sheets = await sheetsIn(await writeWorkbook([...templateSheets, legendSheet()]))
  const template = { data: { sheets }, ...ownMappings(sheets) }

  expect(await importInto(admin, template)).toEqual([])

  expect(Object.keys(ownMappings(sheets))).toHaveLength(templateSheets.length)
  const { counts } = (await importInto(admin, { ...template, dryRun: true })) as { counts: Record<string, object> }
  for (const count of Object.values(counts)) expect(count).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 0 })
  const marked = JSON.stringify(sheets)
  const filled = JSON.parse(marked.replaceAll('(exemple) ', '')) as SentSheet[]
  const { errors } = (await importInto(admin, { data: { sheets: filled }, ...ownMappings(filled), dryRun: true })) as { errors: object[] }
  expect(errors).toEqual([])
  expect(await owner(clientCalls.listClients)).toEqual([])
  expect(sheets.at(-1)?.content.length).toBeGreaterThan(50)
})
