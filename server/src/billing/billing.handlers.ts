import type { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { alertPrices } from '@bordee/core/companies/alert-prices.ts'
import type { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { conflict } from '@bordee/core/problem.ts'
import { eraseCompany, lockDeletable } from '../companies/company-deletion.ts'
import { changeCompany } from '../companies/company-settings.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { activate } from './activations.ts'
import { invoicesOf, upcomingInvoice } from './billing.queries.ts'
import { ledgerOf } from './ledger.ts'
import { buyAlerts } from './purchases.ts'
import { payOwed } from './purchasing.ts'

export const billingHandlers: Handlers<typeof billingCalls> &
  Pick<Handlers<typeof alertCalls>, 'activateAlerts'> &
  Pick<Handlers<typeof companyCalls>, 'deleteCompany'> = {
  activateAlerts: (ctx, { paymentMethodId }) => activate(ctx, paymentMethodId ?? null),

  getUpcomingInvoice: (ctx) => upcomingInvoice(ctx, companyOf(ctx)),

  listAlertLedger: (ctx) => ledgerOf(ctx, companyOf(ctx)),

  listInvoices: (ctx) => invoicesOf(ctx, companyOf(ctx)),

  payInvoice: (ctx, { id }) => payOwed(ctx, id),

  listAlertPrices: async () => Object.entries(alertPrices).map(([id, unitAmount]) => ({ id, unitAmount })),

  async setAlertPrice(ctx, { priceId, companyId }) {
    await changeCompany(ctx, companyId, { company: { alertPriceId: priceId } })
    return null
  },

  listBankOffers: async ({ env }) => env.bankOffers,

  buyAlerts,

  async deleteCompany(ctx, { id, writeOff = false }) {
    const company = await lockDeletable(ctx, id)
    const { total } = await upcomingInvoice(ctx, id)
    if (total > 0 && !writeOff) throw conflict(neverBilled(total), { code: 'unbilled' })
    await eraseCompany(ctx, company, total)
    return null
  },
}

const neverBilled = (total: number) =>
  `${formatMoney(total)} d’alertes ne sont pas encore facturés à cette compagnie\u00a0: ils ne le seront jamais si vous la supprimez.`
