// A deposit slip's printed content. The template (print/slip.typ) only places it.
import { fileURLToPath } from 'node:url'
import type { Cheque, Deposit } from '@bordee/core/cheques/cheque.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { readLogo } from '../contracts/logos.ts'
import { printOne, type Sheets } from '../engine/documents/documents.ts'

const folder = fileURLToPath(new URL('./print', import.meta.url))

export interface Slip {
  deposit: Deposit
  cheques: readonly Cheque[]
  company: { name: string; address: string | null; phone: string | null; logo: string | null }
}

/** The same deposit gives the same bytes. */
export const printSlip = (companyId: string, slip: Slip): Promise<Uint8Array> =>
  printOne(
    companyId,
    { folder, template: 'slip.typ', tagged: true, at: Math.floor(Date.parse(slip.deposit.createdAt) / 1000) },
    sheetsOf(slip),
  )

function sheetsOf({ deposit, cheques, company }: Slip): Sheets {
  const picture = readLogo(company.logo)
  const name = picture && `logo.${picture.extension}`
  const { number, depositedOn, bank, accountDigits, amount } = deposit
  const document = {
    title: `Bordereau de dépôt nº\u00a0${number}`,
    logo: name ? `/${name}` : null,
    company: { name: company.name, lines: [company.address, company.phone && formatPhone(company.phone)].filter(Boolean) },
    facts: [
      ['Date', formatDate(depositedOn)],
      ['Institution', bank ?? ''],
      ['Compte', accountDigits ? `se terminant par ${accountDigits}` : ''],
      ['Préparé par', deposit.madeBy],
    ],
    cheques: cheques.map((cheque, i) => [
      `${i + 1}`,
      cheque.number ?? '',
      cheque.clientName,
      cheque.bank ?? '',
      formatDate(cheque.dated),
      formatMoney(cheque.amount),
    ]),
    count: count(cheques.length, 'chèque'),
    total: formatMoney(amount),
  }
  return { documents: [document], files: picture && name ? { [name]: picture.bytes } : {} }
}
