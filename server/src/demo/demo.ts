// The demo: one company with everything, one with next to nothing. Deterministic, and safe to fill twice. Every slice
// adds to it.
import { readFileSync } from 'node:fs'
import type { Role } from '@bordee/core/roles.ts'
import { addDays, homeZone, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import type { Server } from '../engine/server.ts'
import { hashPassword } from '../identity/passwords.ts'
import { closeDays } from '../records/days.ts'
import { sealRuns } from '../runs/sealing.ts'
import { withWork } from '../server.ts'
import { asOwner } from '../upkeep/database.ts'
import { fillAlerts } from './alerts.ts'
import { fillBankFiles } from './bank-files.ts'
import { fillBillables } from './billables.ts'
import { fillBilling } from './billing.ts'
import { fillBulletins } from './bulletins.ts'
import { fillCalls } from './calls.ts'
import { fillCardPayments } from './card-payments.ts'
import { fillCheques } from './cheques.ts'
import { fillClaims } from './claims.ts'
import { fillClientInvoices } from './client-invoices.ts'
import { fillCollection } from './collection.ts'
import { fillContracts } from './contracts.ts'
import { fillFleet } from './fleet.ts'
import { demoClientId, fillFolders } from './folders.ts'
import { fillGazetteer } from './gazetteer.ts'
import { fillHours } from './hours.ts'
import { fillOutbox } from './outbox.ts'
import { boreal, fillPaymentAccount } from './payments.ts'
import { fillPhotos } from './photos.ts'
import { fillQuotes } from './quotes.ts'
import { fillReplies } from './replies.ts'
import { drivers, silentDriver, truckOf, winterDriver } from './trucks.ts'
import { fillVoiceLine } from './voice-line.ts'
import { fillModuleRequest, fillWaitingCompany, montcalm } from './waiting.ts'
import { fillCeiling, fillWeather } from './weather.ts'
import { fillWinter } from './winter.ts'

export const demoPassword = 'bordee-demo'

const express = '0197a000-0000-7000-8000-000000000002'

interface DemoAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  title: string
  platformRole?: 'super_admin' | 'admin'
  access?: { companyId: string; role: Role; canDispatch?: boolean }
}

const accountId = (number: number) => `0197a000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`

export const demoAccounts: DemoAccount[] = [
  {
    id: accountId(1),
    email: 'super@bordee.demo',
    firstName: 'Simone',
    lastName: 'Gagnon',
    title: 'super administratrice',
    platformRole: 'super_admin',
  },
  { id: accountId(2), email: 'admin@bordee.demo', firstName: 'Alain', lastName: 'Roy', title: 'administrateur', platformRole: 'admin' },
  {
    id: accountId(3),
    email: 'proprio@bordee.demo',
    firstName: 'Paule',
    lastName: 'Tremblay',
    title: 'propriétaire, Déneigement Boréal inc.',
    access: { companyId: boreal, role: 'owner' },
  },
  {
    id: accountId(4),
    email: 'gestion@bordee.demo',
    firstName: 'Gilles',
    lastName: 'Bouchard',
    title: 'gestionnaire immobilier',
    access: { companyId: boreal, role: 'manager' },
  },
  {
    id: accountId(5),
    email: 'equipe@bordee.demo',
    firstName: 'Étienne',
    lastName: 'Côté',
    title: 'employé',
    access: { companyId: boreal, role: 'employee' },
  },
  {
    id: accountId(22),
    email: 'repartition@bordee.demo',
    firstName: 'Rachel',
    lastName: 'Gauthier',
    title: 'employée qui peut répartir',
    access: { companyId: boreal, role: 'employee', canDispatch: true },
  },
  {
    id: accountId(6),
    email: 'client@bordee.demo',
    firstName: 'Claire',
    lastName: 'Pelletier',
    title: 'cliente',
    access: { companyId: boreal, role: 'client' },
  },
  {
    id: accountId(7),
    email: 'proprio2@bordee.demo',
    firstName: 'Noémie',
    lastName: 'Lavoie',
    title: 'propriétaire, Neige Express',
    access: { companyId: express, role: 'owner' },
  },
  {
    id: accountId(10),
    email: 'proprio3@bordee.demo',
    firstName: 'Mathieu',
    lastName: 'Fortin',
    title: 'propriétaire, Déneigement Montcalm (en attente d’admission)',
    access: { companyId: montcalm, role: 'owner' },
  },
]

/** Of the company that was added to the demo later. */
const isWaiting = ({ access }: DemoAccount) => access?.companyId === montcalm

type Part =
  | 'weather'
  | 'town'
  | 'companies'
  | 'folders'
  | 'alerts'
  | 'contracts'
  | 'account'
  | 'cards'
  | 'invoices'
  | 'runs'
  | 'winter'
  | 'quotes'
  | 'erasures'
  | 'waiting'
  | 'dispatcher'
  | 'calls'
  | 'bulletins'
  | 'line'
  | 'replies'
  | 'record'
  | 'photos'
  | 'claims'
  | 'hours'
  | 'billables'
  | 'cheques'
  | 'clientInvoices'
  | 'collection'
  | 'bankFiles'

/** A demo filled by an earlier version gets what this one adds; users' changes stay. */
export async function fillDemo(server: Server, ownerUrl: string) {
  const has = await withWork(server, async ({ tx }) => {
    await tx.scope({ companies: [boreal, express, montcalm] })
    const [found] = await tx.sql<Record<Part, boolean>>`
      select exists (select from streets where name = 'autoroute Laurentienne') as town,
             exists (select from companies where id = ${express}) as companies,
             exists (select from services where company_id = ${boreal}) as folders,
             exists (select from messages where company_id = ${boreal}) as alerts,
             exists (select from contract_templates where company_id = ${boreal}) as contracts,
             exists (select from payment_accounts where company_id = ${boreal}) as account,
             exists (select from contract_payments where company_id = ${boreal} and was_online) as cards,
             exists (select from invoices where company_id = ${boreal}) as invoices,
             exists (select from runs where company_id = ${boreal}) as runs,
             exists (select from run_operators where company_id = ${boreal} and account_id = ${winterDriver.id}) as winter,
             exists (select from weather_hours where company_id = ${boreal}) as weather,
             exists (select from quote_requests where company_id = ${boreal}) as quotes,
             exists (select from erasure_requests where company_id = ${boreal}) as erasures,
             exists (select from companies where id = ${montcalm}) as waiting,
             exists (select from accesses where company_id = ${boreal} and can_dispatch) as dispatcher,
             exists (select from phone_calls where company_id = ${boreal}) as calls,
             exists (select from bulletin_configs where company_id = ${boreal}) as bulletins,
             exists (select from alert_sends where company_id = ${boreal} and purpose = 'line') as line,
             exists (select from photos where company_id = ${boreal}) as photos,
             exists (select from replies where company_id = ${boreal} and source = 'text' and kind = 'text') as replies,
             exists (select from claims where company_id = ${boreal}) as claims,
             exists (select from punches where company_id = ${boreal}) as hours,
             exists (select from contract_services where company_id = ${boreal} and pricing <> 'season') as billables,
             exists (select from cheques where company_id = ${boreal}) as cheques,
             exists (select from client_invoices where company_id = ${boreal}) as "clientInvoices",
             exists (select from service_stops where company_id = ${boreal}) as collection,
             exists (select from bank_files where company_id = ${boreal}) as "bankFiles",
             exists (select from record_trees where company_id = ${boreal}) as record`
    return found
  })
  if (has && Object.values(has).every(Boolean)) return
  if (!has?.town) await fillGazetteer(ownerUrl)
  await withWork(server, async (work) => {
    await work.tx.scope({ companies: [boreal, express, montcalm] })
    if (!has?.companies) {
      await fillCompanies(work)
      await fillAccounts(
        work,
        demoAccounts.filter((account) => !isWaiting(account)),
      )
    }
    if (has?.companies && !has.dispatcher)
      await fillAccounts(
        work,
        demoAccounts.filter(({ access }) => access?.canDispatch),
      )
    if (!has?.waiting) {
      await fillWaitingCompany(work)
      await fillAccounts(work, demoAccounts.filter(isWaiting))
      await fillModuleRequest(work, accountId(10))
    }
    if (!has?.folders) {
      await fillFolders(work, boreal)
      await giveManagerClients(work)
    }
  })
  await countRows(ownerUrl)
  await withWork(server, async (work) => {
    await work.tx.scope({ companies: [boreal, express, montcalm] })
    if (!has?.alerts) await fillAlerts(work, boreal, accountId(3))
    if (!has?.invoices) await fillBilling(work, boreal)
    if (!has?.contracts) {
      await fillContracts(work, boreal, accountId(3))
      await fillOutbox(work, boreal)
    }
    if (!has?.account) await fillPaymentAccount(work)
    if (!has?.cards) await fillCardPayments(work)
    if (!has?.runs) await fillFleet(work)
    if (!has?.winter) await fillWinter(work)
    if (!has?.weather || !has.winter) await fillWeather(work)
    // Signed contracts keep what they said.
    if (!has?.contracts) await fillCeiling(work)
    if (!has?.billables) await fillBillables(work, accountId(3))
    if (!has?.clientInvoices) await fillClientInvoices(work, accountId(3))
    if (!has?.collection) await fillCollection(work)
    if (!has?.quotes) await fillQuotes(work, boreal, express)
    if (!has?.erasures) await fillErasures(work, boreal)
    if (!has?.calls) await fillCalls(work, boreal)
    if (!has?.bulletins) await fillBulletins(work, boreal)
    if (!has?.line) await fillVoiceLine(work, boreal)
    if (!has?.replies) await fillReplies(work, boreal)
    if (!has?.photos) await fillPhotos(work)
  })
  if (!has?.record) await fillRecord(server)
  if (!has?.claims) await withWork(server, (work) => fillClaims(work, accountId(3), 'proprio@bordee.demo'))
  if (!has?.hours) await withWork(server, (work) => fillHours(work, { id: accountId(3), email: 'proprio@bordee.demo' }, accountId(5)))
  if (!has?.cheques) await withWork(server, (work) => fillCheques(work, { id: accountId(3), email: 'proprio@bordee.demo' }))
  if (!has?.bankFiles) await withWork(server, (work) => fillBankFiles(work, { id: accountId(3), email: 'proprio@bordee.demo' }))
  await countRows(ownerUrl)
}

/** The runs of past weeks are sealed, and the day so far: what happens later enters tomorrow’s tree. */
async function fillRecord(server: Server) {
  await withWork(server, sealRuns)
  await withWork(server, async (work) => {
    await work.tx.scope({ companies: [boreal] })
    await closeDays(work, boreal, addDays(todayIn(homeZone, work.now), 1))
  })
}

/** Queries over tables that PostgreSQL believes to be empty take up to twenty seconds, and by itself it counts only after a minute. */
const countRows = (ownerUrl: string) => asOwner(ownerUrl, (transact) => transact((tx) => tx.sql`analyze`))

const units = [...drivers, silentDriver].map((driver) => truckOf(driver).unit)

const logo = `data:image/png;base64,${readFileSync(new URL('./boreal.png', import.meta.url)).toString('base64')}`

async function fillCompanies({ tx }: Work) {
  await tx.sql`
    insert into companies (id, name, logo, qen, email, phone, civic_number, street, city, zip, lat, lng, tps, tvq, sector_type,
                           alert_is_active, alert_start_hour_allowed, alert_end_hour_allowed,
                           contract_is_active, contract_is_online_payment_active,
                           geolocation_is_active, geolocation_has_geolocation_alerts, quote_is_active, operation_units,
                           proven_email, created_at)
    values (${boreal}, 'Déneigement Boréal inc.', ${logo}, '1174829305', 'info@boreal.bordee.demo', '4185550142',
            '1120', 'boulevard Charest Ouest', 'Québec', 'G1N 2E5',
            46.8031, -71.2519, '824193056RT0001', '1094827361TQ0001', 'grouped', true, '06:00', '22:00', true, true, true, true, true,
            ${JSON.stringify(units)}::jsonb, 'info@boreal.bordee.demo', now() - interval '3 years')
    on conflict (id) do nothing`
  await tx.sql`
    insert into companies (id, name, qen, email, phone, civic_number, street, city, zip, lat, lng, proven_email, created_at)
    values (${express}, 'Neige Express', '1168203947', 'info@express.bordee.demo', '4185550188',
            '85', 'route du Président-Kennedy', 'Lévis', 'G6V 6C5', 46.8045, -71.1722,
            'info@express.bordee.demo', now() - interval '14 months')
    on conflict (id) do nothing`
}

async function fillAccounts({ tx }: Work, accounts: readonly DemoAccount[]) {
  const hash = await hashPassword(demoPassword)
  for (const { id, email, firstName, lastName, platformRole, access } of accounts) {
    await tx.sql`
      insert into accounts (
        id, email, first_name, last_name, password_hash, email_verified_at, platform_role, current_company_id, is_demo, created_at)
      values (${id}, ${email}, ${firstName}, ${lastName}, ${hash}, now(), ${platformRole ?? null}, ${access?.companyId ?? boreal}, true,
              now() - interval '14 months')
      on conflict do nothing`
    if (access) {
      await tx.sql`
        insert into accesses (company_id, account_id, role, can_dispatch)
        select ${access.companyId}, id, ${access.role}, ${access.canDispatch ?? false} from accounts where id = ${id}
        on conflict do nothing`
    }
  }
}

/** The property manager gets a few clients. */
async function giveManagerClients({ tx }: Work) {
  await tx.sql`
    insert into access_customers (company_id, access_id, client_id)
    select x.company_id, x.id, c.id from accesses x join accounts a on a.id = x.account_id
    join clients c on c.company_id = x.company_id and (c.id = ${demoClientId} or c.type = 'commercial')
    where x.company_id = ${boreal} and a.email = 'gestion@bordee.demo' on conflict do nothing`
}

/** Two clients asked to be erased: one has had an answer, the other waits for one. */
async function fillErasures({ tx, now }: Work, companyId: string) {
  await tx.sql`
    insert into erasure_requests (company_id, email, created_at, outcome, answered_at, answered_by)
    select c.company_id, c.email, ${now}::timestamptz - make_interval(days => 4 + 30 * c.place), r.outcome,
           case when r.outcome is not null then ${now}::timestamptz - interval '25 days' end,
           case when r.outcome is not null then 'Paule Tremblay' end
    from (select company_id, email, row_number() over (order by id)::int - 1 as place
          from clients where company_id = ${companyId} and email like '%@exemple.bordee.demo' order by id limit 2) c
    join (values (0, null),
                 (1, 'Les numéros de téléphone et les notes sont supprimés. ' ||
                     'Le contrat signé et ses paiements sont gardés le temps que la loi exige.')) r (place, outcome) using (place)`
}
