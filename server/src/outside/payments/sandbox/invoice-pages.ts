// The sandbox's invoice pages: what is owed, paying by test card, the PDF, and the bank's confirmation.
import { fileURLToPath } from 'node:url'
import { formatMoney } from '@bordee/core/money.ts'
import type { SandboxInvoice, sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { conflict } from '@bordee/core/problem.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { addDays, formatDate, homeZone, todayIn } from '@bordee/core/time.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import { printOne } from '../../../engine/documents/documents.ts'
import { askBank, chargeOf } from './cards.ts'
import { confirmInvoice, findByToken, findConfirmation, type KeptInvoice, lockPayable, refuseConfirmation } from './invoices.ts'
import { refuseOnPublicServer } from './links.ts'

type Pages = 'getSandboxInvoice' | 'paySandboxInvoice' | 'printSandboxInvoice' | 'getSandboxConfirmation' | 'answerSandboxConfirmation'

export const invoicePages: Pick<Handlers<typeof sandboxCalls>, Pages> = {
  getSandboxInvoice: async (ctx, { token }) => shown(await findByToken(ctx, token)),

  async paySandboxInvoice(ctx, { token, card, isAuthenticated = false }) {
    refuseOnPublicServer(ctx.env)
    const invoice = await lockPayable(ctx, token)
    if (invoice.status === 'paid') return { status: 'paid' as const }
    if (askBank(ctx, card, chargeOf) === 'authenticates' && !isAuthenticated) return { status: 'action' as const }
    await confirmInvoice(ctx, invoice)
    return { status: 'paid' as const }
  },

  async printSandboxInvoice(ctx, { token }) {
    const invoice = await ctx.aside((work) => findByToken(work, token))
    const at = Math.floor(invoice.createdAt.getTime() / 1000)
    const layout = { folder, template: 'invoice.typ', tagged: true, at }
    const bytes = await printOne(invoice.customerId, layout, { documents: [printed(invoice)], files: {} })
    return { bytes, name: `Facture ${invoice.number}.pdf` }
  },

  async getSandboxConfirmation(ctx, { clientSecret }) {
    const { invoice } = await findConfirmation(ctx, clientSecret)
    return { total: invoice.total, number: invoice.number, status: invoice.status }
  },

  async answerSandboxConfirmation(ctx, { clientSecret, isConfirmed }) {
    refuseOnPublicServer(ctx.env)
    const { invoice, answer } = await findConfirmation(ctx, clientSecret)
    if (invoice.status === 'paid') return { status: 'paid' as const }
    if (invoice.status === 'void' || !answer) throw conflict('Ce paiement n’est plus offert. Veuillez recommencer.')
    if (isConfirmed) await confirmInvoice(ctx, invoice)
    else await refuseConfirmation(ctx, invoice, clientSecret)
    return { status: isConfirmed ? ('paid' as const) : ('refused' as const) }
  },
}

const dayOf = (at: Date | string) => formatDate(todayIn(homeZone, new Date(at)))

/** In the payer's days; the last one is the one before its end. Invoices kept before it named its zone have none. */
function periodText({ start, end, timeZone = homeZone }: { start: string; end: string; timeZone?: string }) {
  const [first, after] = [start, end].map((at) => todayIn(timeZone, new Date(at)))
  return `Du ${formatDate(first)} au ${formatDate(addDays(after ?? '', -1))}`
}

function shown({ number, status, total, bill, createdAt, paidAt }: KeptInvoice): SandboxInvoice {
  return {
    number,
    status,
    total,
    billTo: bill.billTo,
    lines: bill.lines.map(({ description, quantity, amount, period }) => ({
      description,
      quantity,
      amount,
      period: period && periodText(period),
    })),
    taxes: bill.taxes,
    notes: bill.notes,
    issuedAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}

const folder = fileURLToPath(new URL('./print', import.meta.url))

const statusTexts = { open: 'À payer', paid: 'Payée', uncollectible: 'En retard', void: 'Annulée' } as const

/** All texts; the template (print/invoice.typ) only places them. */
function printed({ number, status, total, bill, createdAt, paidAt }: KeptInvoice) {
  const subtotal = bill.lines.reduce((sum, { amount }) => sum + amount, 0)
  const [platform = '', ...numbers] = bill.notes
  return {
    title: `Facture ${number}`,
    platform,
    numbers,
    status: paidAt ? `Payée le ${dayOf(paidAt)}` : statusTexts[status],
    isPaid: status === 'paid',
    facts: [
      ['Numéro', number],
      ['Date', dayOf(createdAt)],
      ...(bill.lines[0]?.period ? [['Période', periodText(bill.lines[0].period)]] : []),
    ],
    billTo: [bill.billTo.name, ...bill.billTo.lines],
    lines: bill.lines.map(({ description, quantity, amount }) => [
      description,
      formatNumber(quantity),
      formatMoney(Math.round(amount / Math.max(1, quantity))),
      formatMoney(amount),
    ]),
    sums: [['Sous-total', formatMoney(subtotal)], ...bill.taxes.map(({ description, amount }) => [description, formatMoney(amount)])],
    total: formatMoney(total),
  }
}
