// For the test that looks for every field of every answer: a file with lines that are sure, applied, of a deposit, and refused.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { base64, fileOf } from './bank-files.ts'
import { newInvoice } from './client-invoices.ts'
import { inDays, newContract, today } from './contracts.ts'
import { newClient } from './folders.ts'
import type { People, TestServer } from './server.ts'
import { newCheque } from './world.ts'

export async function reconcileBank(server: TestServer, people: People) {
  const { owner } = people
  const { id: clientId, transferCode } = await newClient(owner, { name: 'Aline Virement', billingState: 'QC' })
  const contract = await newContract(owner, { clientId, status: 'accepted', paymentMethods: ['interact'] })
  const invoice = await newInvoice(server, people, { clientId, day: '2025-07-15' })
  const cheque = await newCheque(owner, { amount: 7700 })
  await owner(api.createDeposit, { deposit: { chequeIds: [cheque.id], depositedOn: today() } })
  const rows = [
    ['12345-6789', inDays(-1), 'BANQUE INCONNUE', '', '1.11'],
    ['12345-6789', inDays(-1), `VIREMENT ${transferCode}`, 'REF-1', '100.00'],
    ['12345-6789', today(), 'DEPOT', '', '77.00'],
  ]
  const content = base64(['Account Number,Date,Description,Reference,Amount', ...rows.map((row) => row.join())].join('\n'))
  const file = await owner(api.createBankFile, fileOf([], { content }))
  const [unknown = '', transfer = '', deposit = ''] = file.lines.map(({ id }) => id)
  const parts = [
    { contractId: contract.id, amount: 10_000 - 100 },
    { invoiceId: invoice.id, amount: 100 },
  ]
  const lines = [
    { lineId: unknown, parts: [{ contractId: contract.id, amount: 1 }] },
    { lineId: transfer, parts },
    { lineId: deposit, parts: [], depositId: file.lines[2]?.depositId ?? randomUUID() },
  ]
  await owner(api.getBankFile, { id: file.id })
  await owner(api.applyBankLines, { id: file.id, lines })
  await owner(api.undoBankLines, { id: file.id, lineIds: [unknown] })
  await owner(api.listBankFiles)
  await owner(api.listBankAccounts)
  await owner(api.listClientInvoices)
  await owner(api.getClientInvoice, { id: invoice.id })
  await owner(api.getContract, { id: contract.id })
  await owner(api.listContracts)
}
