import { cpuUsage } from 'node:process'
import { guessColumns } from '../../core/src/bank-files/columns.ts'
import { readCsv } from '../../core/src/bank-files/csv.ts'
import { matchLines, type Owing } from '../../core/src/bank-files/matching.ts'
import { linesIn } from '../../core/src/bank-files/reading.ts'
import { addDays } from '../../core/src/time.ts'
import { assertRight, type Bench, ms, percentile } from './bench.ts'

const [balances, lines, rounds] = [20_000, 2_000, 5]
const firstDay = '2026-11-01'
const names = ['Tremblay', 'Gagnon', 'Roy', 'Côté', 'Bouchard', 'Gauthier', 'Morin', 'Lavoie', 'Fortin', 'Gagné']
const firstNames = ['Paule', 'Luc', 'Hélène', 'Jean-Guy', 'Zoé', 'Yvon', 'Mélanie', 'Réjean']
const letters = '34679ACDEFGHJKLMNPQRTUVWXY'

const codeOf = (i: number) => `BQ-${[17576, 676, 26, 1].map((by) => letters[Math.floor(i / by) % 26]).join('')}`
const nameOf = (i: number) =>
  `${firstNames[i % firstNames.length]} ${names[i % names.length]} ${letters[i % 26]}${letters[(i * 7) % 26]}x${i % 97}`

/** As many as a large company has: contracts in two halves and invoices, with amounts that many share. */
const owings: Owing[] = Array.from({ length: balances }, (_, i) => {
  const half = 20_000 + (i % 300) * 25
  const isInvoice = i % 4 === 0
  const dues = isInvoice
    ? [{ dueDate: addDays(firstDay, i % 60), left: half }]
    : [0, 60].map((days) => ({ dueDate: addDays(firstDay, days + (i % 20)), left: half }))
  const id = `${i}`.padStart(12, '0')
  return {
    contractId: isInvoice ? null : id,
    invoiceId: isInvoice ? id : null,
    number: isInvoice ? `F-2026-${id.slice(-5)}` : id.slice(-5),
    clientId: id,
    clientName: nameOf(i),
    code: codeOf(i),
    dues,
  }
})

/** A third with a code, a third with a name, and a third that says nothing. */
const csv = [
  'Date;Description;Débit;Crédit;Solde',
  ...Array.from({ length: lines }, (_, n) => {
    const owing = owings[(n * 9973) % balances]
    const text = n % 3 === 0 ? `VIREMENT INTERAC ${owing?.code}` : n % 3 === 1 ? `Virement de ${owing?.clientName}` : 'DEPOT MOBILE'
    return `${addDays(firstDay, n % 28)};${text};;${((owing?.dues[0]?.left ?? 0) / 100).toFixed(2).replace('.', ',')};`
  }),
].join('\r\n')

function matchOnce() {
  const rows = readCsv(csv) ?? []
  const columns = guessColumns(rows)
  const read = columns ? linesIn(rows, columns).lines : []
  return matchLines(
    read.map((line, i) => ({ ...line, id: `${i}` })),
    owings,
    [],
  )
}

export const bench: Bench = {
  title: 'Bank files',
  async run() {
    const found = [...matchOnce().values()]
    assertRight(found.length === lines, 'every line has an answer')
    const coded = found.filter((_, n) => n % 3 === 0)
    assertRight(
      coded.every(({ level, reason }) => level === 'sure' && reason === 'code-amount'),
      'each code is sure',
    )
    assertRight(
      found.filter((_, n) => n % 3 === 1).every(({ level }) => level === 'sure'),
      'each name is sure',
    )
    const times = Array.from({ length: rounds }, () => {
      const before = cpuUsage()
      matchOnce()
      const { user, system } = cpuUsage(before)
      return (user + system) / 1000
    })
    const middle = percentile(times, 0.5)
    return [
      {
        what: `${lines} lines read and matched with ${balances} balances, against one second of CPU`,
        ratio: middle / 1000,
        most: 1,
        figures: `median of ${rounds}: ${ms(middle)} of CPU`,
      },
    ]
  },
}
