// Every screen of the web app, from its own route table: a new screen is checked as soon as it has a path.
import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf } from './people.ts'

export interface Screen {
  /** As in the route table: `/dashboard/accounts/edit/$id`. */
  path: string
  /** The roles allowed; undefined if the table names none. */
  who?: readonly string[]
}

interface RouteOfTable {
  fullPath: string
  options: { staticData?: { title?: string; who?: readonly string[] } }
}

/** What the application exposes on a page. */
interface Application {
  __TSR_ROUTER__?: {
    routesById: Record<string, RouteOfTable>
    navigate(to: { href: string; ignoreBlocker: boolean }): Promise<void>
  }
}

/** Navigates inside the application if possible: a full page load takes several times as long. */
export async function goTo(page: Page, path: string) {
  const isInside =
    /^\/(dashboard|client)\//.test(path) &&
    (await page.evaluate(async (href) => {
      const { __TSR_ROUTER__: router } = globalThis as unknown as Application
      await router?.navigate({ href, ignoreBlocker: true })
      return router !== undefined
    }, path))
  if (!isInside) await page.goto(path)
}

/** Routes with a title are screens; the others are shells and redirects. Those of the back-office are known once it is open. */
export const readScreens = (page: Page): Promise<Screen[]> =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as Application
    return Object.values(router?.routesById ?? {})
      .filter(({ options }) => options.staticData?.title)
      .map(({ fullPath, options }) => ({ path: fullPath, ...(options.staticData?.who && { who: options.staticData.who }) }))
  })

/** Values for a path's parameters, one sample per state of the screen worth checking. */
type Sample = Record<string, string>
/** The id of the first demo item that the owner's call returns and that `isWanted` accepts. */
type First = (call: string, isWanted?: (one: Entity) => boolean) => Promise<string>
/** Items are identified by id; sends by code. */
type Entity = Record<string, unknown> & { id?: string; code?: string }

const one = (name: string, call: string) => async (first: First) => [{ [name]: await first(call) }]
const withOrWithout = (name: string, call: string) => async (first: First) => [{}, { [name]: await first(call) }]
const lost = async () => [{ _splat: 'nulle-part' }]

const ofDemoClient = (statuses: string[]) => (contract: Entity) =>
  contract.clientEmail === 'client@bordee.demo' && statuses.includes(String(contract.status))

/** Every path with parameters needs a line here, or the test fails. */
const samples: Record<string, (first: First) => Promise<Sample[]>> = {
  '/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}': async () => [{ email: 'client@bordee.demo', code: 'perime' }],
  '/sandbox/$page/$token': async () => [
    ...['onboarding', 'account', 'checkout', 'invoice', 'nulle-part'].map((page) => ({ page, token: 'perime' })),
    { page: 'invoice', token: 'demo-boreal-1' },
  ],
  '/client/$': lost,
  '/client/contracts/$contractId': async (first) => {
    const own = async (...statuses: string[]) => ({ contractId: await first('contracts', ofDemoClient(statuses)) })
    return [await own('sent', 'consulted'), await own('accepted', 'unpaid'), { contractId: 'nulle-part' }]
  },
  '/client/invoices/$invoiceId': one('invoiceId', 'client-invoices'),
  '/client/invoices/payment/$invoiceIds': one('invoiceIds', 'client-invoices'),
  '/client/contracts/$contractId/occupants': async (first) => [
    { contractId: await first('contracts', ofDemoClient(['accepted', 'unpaid'])) },
  ],
  '/client/contracts/$contractId/payment/{-$paymentScheduleId}': async (first) => [
    { contractId: await first('contracts', ofDemoClient(['accepted', 'unpaid'])) },
    { contractId: await first('contracts', ofDemoClient(['paid'])) },
  ],
  '/dashboard/$': lost,
  '/dashboard/accounts/edit/$id': one('id', 'accounts'),
  '/dashboard/companies/list/{-$companyId}': withOrWithout('companyId', 'companies/current'),
  '/dashboard/companies/archives/{-$companyId}': async () => [{}],
  '/dashboard/companies/edit/$companyId': one('companyId', 'companies/current'),
  '/dashboard/client-folders/edit/$clientId/$tab': async (first) => {
    const clientId = await first('customers')
    return ['client', 'sites', 'occupants', 'contracts', 'visits', 'alerts'].map((tab) => ({ clientId, tab }))
  },
  '/dashboard/client-folders/edit/$clientId/sites/create': one('clientId', 'customers'),
  '/dashboard/client-folders/edit/$clientId/sites/edit/$siteId': async (first) => {
    const clientId = await first('customers')
    return [{ clientId, siteId: await first(`customers/${clientId}/sites`) }]
  },
  '/dashboard/client-folders/edit/$clientId/visits/site/$site': async (first) => {
    const clientId = await first('customers')
    return [{ clientId, site: await first(`customers/${clientId}/sites`) }]
  },
  '/dashboard/client-folders/sites/edit/$siteId': one('siteId', 'sites'),
  '/dashboard/services/{-$serviceId}': withOrWithout('serviceId', 'services'),
  '/dashboard/erasure-requests/{-$requestId}': withOrWithout('requestId', 'erasure-requests'),
  '/dashboard/geolocation/routes/edit/$id': one('id', 'routes'),
  '/dashboard/geolocation/run-tracking/{-$id}': withOrWithout('id', 'runs'),
  '/dashboard/geolocation/runs/{-$id}': withOrWithout('id', 'runs'),
  '/dashboard/geolocation/devices/{-$id}': withOrWithout('id', 'devices'),
  '/dashboard/operations/$id/{-$tab}': async (first) => {
    const id = await first('operations')
    return ['night', 'passes', 'journal', 'report'].map((tab) => ({ id, tab }))
  },
  '/dashboard/alerts/history/$code': one('code', 'notifications/history?from=2020-01-01&to=2100-01-01'),
  '/dashboard/alerts/replies/$id': one('id', 'replies'),
  '/dashboard/alerts/messages/{-$messageId}': withOrWithout('messageId', 'messages'),
  '/dashboard/alerts/messages/edit/$messageId': one('messageId', 'messages'),
  '/dashboard/alerts/sectors/group/$id': one('id', 'alerts'),
  '/dashboard/alerts/sectors/group/$id/edit': one('id', 'alerts'),
  '/dashboard/alerts/sectors/sector/$id': one('id', 'sectors'),
  '/dashboard/alerts/sectors/sector/$sectorId/edit': one('sectorId', 'sectors'),
  '/dashboard/alerts/alerts-list/edit/$id': one('id', 'sectors'),
  '/dashboard/invoicing/billables/$by/$key': async (first) =>
    Promise.all(['operation', 'month', 'client'].map(async (by) => ({ by, key: await first(`billables/groups?by=${by}`) }))),
  '/dashboard/invoicing/bank-files/$fileId': one('fileId', 'bank-files'),
  '/dashboard/invoicing/invoices/$invoiceId': async (first) => {
    const inState = async (status: string) => ({ invoiceId: await first('client-invoices', (one) => one.status === status) })
    return Promise.all(['draft', 'issued', 'partial', 'paid', 'credited'].map(inState))
  },
  '/dashboard/invoicing/receivables/$clientId': one('clientId', 'customers'),
  '/dashboard/contracts/list/{-$contractId}': withOrWithout('contractId', 'contracts'),
  '/dashboard/contracts/create/{-$clientId}': withOrWithout('clientId', 'customers'),
  '/dashboard/contracts/edit/$contractId': async (first) => {
    const inState = async (status: string) => ({ contractId: await first('contracts', (one) => one.status === status) })
    // In order: a form, a form that returns to draft, payments, read-only.
    return Promise.all(['draft', 'sent', 'paid', 'canceled'].map(inState))
  },
  '/dashboard/claims/create/{-$siteId}': withOrWithout('siteId', 'sites'),
  '/dashboard/claims/edit/$claimId': one('claimId', 'claims'),
  '/dashboard/contract-templates/list/{-$id}': withOrWithout('id', 'contract-templates'),
  '/dashboard/contract-templates/$id/edit': one('id', 'contract-templates'),
  '/dashboard/geolocation/$': lost,
  '/dashboard/quotes/$': lost,
  '/dashboard/quotes/requests/edit/$id': async (first) => {
    const wanted = async (isWanted: (quote: Entity) => boolean) => ({ id: await first('quotes-requests', isWanted) })
    return Promise.all([wanted(({ polygon }) => polygon !== null), wanted(({ withdrawnAt }) => withdrawnAt !== null)])
  },
  '/dashboard/company/$tab': async () => ['general', 'billing', 'payment-account'].map((tab) => ({ tab })),
}

/** The URLs at which a screen is checked. */
export async function addressesOf(request: APIRequestContext, { path }: Screen): Promise<string[]> {
  if (!path.includes('$')) return [path]
  const sample = samples[path]
  if (!sample) throw new Error(`e2e/screens.ts has no sample for ${path}`)
  const headers = await headersOf(request, 'proprio@bordee.demo')
  const first: First = async (call, isWanted = () => true) => {
    const answer = (await (await request.get(`/api/${call}`, { headers })).json()) as Entity | Entity[]
    const one = Array.isArray(answer) ? answer.find(isWanted) : answer
    const id = one?.id ?? one?.code
    if (!id) throw new Error(`the demo has nothing at ${call}`)
    return id
  }
  return (await sample(first)).map((values) => filled(path, values))
}

/** `/list/{-$id}` with `{id: '12'}` → `/list/12`; without → `/list`. */
function filled(path: string, values: Sample): string {
  const parts = path.split('/').map((part) => {
    const optional = /^\{-\$(\w+)\}$/.exec(part)?.[1]
    if (optional) return values[optional]
    if (!part.startsWith('$')) return part
    const value = values[part.slice(1) || '_splat']
    if (!value) throw new Error(`e2e/screens.ts has no sample value for ${part} in ${path}`)
    return value
  })
  return parts.filter((part) => part !== undefined).join('/')
}

/** Samples whose path no longer exists in the route table. */
export const withoutScreen = (screens: readonly Screen[]) =>
  Object.keys(samples).filter((path) => !screens.some((screen) => screen.path === path))
