import { readdirSync, readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser } from '@playwright/test'
import type { Contract } from '../../core/src/contracts/contract.ts'
import { formatMoney, toCents } from '../../core/src/money.ts'
import { formatDate } from '../../core/src/time.ts'
import { wordsOf } from '../../server/src/testing/pdf.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { openBrowser } from './bench-browser.ts'
import { openBenchServer } from './bench-server.ts'
import { fillContracts } from './contracts-company.ts'

const contracts = 500
const byBrowser = 20
/** Bytes: the server's peak memory while it prints them. */
const bound = 1.2e9

export const bench: Bench = {
  title: `Printing ${contracts} contracts`,
  async run() {
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const { headers } = await fillContracts(server, contracts)
    const list = JSON.parse((await server.ask('GET', '/contracts', undefined, headers)).text) as { id: string }[]
    const contractIds = list.map(({ id }) => id)
    const print = () =>
      fetch(`${server.url}/api/contracts/print`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ contractIds }),
      }).then(async (answer) => new Uint8Array(await answer.arrayBuffer()))
    const some: Contract[] = []
    for (const id of contractIds.slice(0, byBrowser))
      some.push(JSON.parse((await server.ask('GET', `/contracts/${id}`, undefined, headers)).text) as Contract)

    // In turns: half of the browser's, all of ours, the browser's other half.
    const theirs = await printed(browser, some.slice(0, byBrowser / 2))
    let file = new Uint8Array()
    const ours = await timed(async () => {
      file = await print()
    })
    const highest = highestMemory()
    theirs.push(...(await printed(browser, some.slice(byBrowser / 2))))

    await rightWords(file, some)
    const [mine, bare] = [ours / contracts, percentile(theirs, 0.5)]
    return [
      {
        what: 'a contract of the batch against headless Chromium printing the same one as HTML',
        ratio: mine / bare,
        most: 0.1,
        figures: `${ms(mine)} each, ${ms(ours)} for all, against a median of ${ms(bare)}; ${(file.length / 1e6).toFixed(1)} MB`,
      },
      {
        what: 'what the server and its presses take of memory at their highest, against 1.2 GB',
        ratio: highest / bound,
        most: 1,
        figures: `${(highest / 1e6).toFixed(0)} MB`,
      },
    ]
  },
}

/** Checks that each contract has its client's name and its total on its own pages, in the order asked for. */
async function rightWords(file: Uint8Array, some: readonly Contract[]) {
  const { length } = (await PDFDocument.load(file, { updateMetadata: false })).getPages()
  assertRight(length % contracts === 0 && length > 0, `${length} pages`)
  const pages = await wordsOf(file)
  const each = length / contracts
  for (const [i, { contractNumber, clientName }] of some.entries()) {
    const words = pages.slice(i * each, (i + 1) * each).join(' ')
    assertRight(words.includes(contractNumber) && words.includes(clientName) && words.includes('488,64'), `the words of ${contractNumber}`)
    assertRight(words.includes(`Page ${each} de ${each}`), `the last page of ${contractNumber}`)
  }
}

/**
 * Milliseconds for each, in a new page each time, as servers do it; the browser is already open. With a single page
 * for all, which caches its fonts, Chromium is at least twice as fast (docs/decisions/0030-contracts.md).
 */
async function printed(browser: Browser, some: readonly Contract[]): Promise<number[]> {
  const times: number[] = []
  for (const contract of some)
    times.push(
      await timed(async () => {
        const page = await browser.newPage()
        await page.setContent(html(contract))
        await page.evaluate('document.fonts.ready')
        assertRight((await page.pdf({ format: 'Letter', printBackground: true })).length > 10_000, 'a page of Chromium’s')
        await page.close()
      }),
    )
  return times
}

/** Of the server and the presses it started. */
const highestMemory = () =>
  ['self', ...pressesOf(process.pid)].reduce((sum, pid) => {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return sum + Number(kilobytes) * 1024
  }, 0)

const pressesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter((child) => child && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('documents.press'))

const fonts = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'].map((name) => ({
  data: readFileSync(new URL(`../../server/src/engine/documents/fonts/Figtree_${name}.ttf`, import.meta.url)).toString('base64'),
  weight: name.slice(0, 3),
  style: name.endsWith('Italic') ? 'italic' : 'normal',
}))
const faces = fonts
  .map(
    ({ data, weight, style }) =>
      `@font-face{font-family:Figtree;font-weight:${weight};font-style:${style};src:url(data:font/ttf;base64,${data})}`,
  )
  .join('')

/** The same contract with the same fonts, written for a browser. */
const html = (k: Contract) => {
  const taxes = k.taxes.map(({ tax, amount }) => `<tr><td>${tax}<td><td><td>${formatMoney(amount)}`).join('')
  const instalments = k.paymentShedules
    .map(({ paymentDate, percent, amount }) => `<tr><td>${formatDate(paymentDate)}<td>${percent} %<td>${formatMoney(amount)}`)
    .join('')
  return `<!doctype html><html lang="fr-CA"><meta charset="utf-8"><title>Contrat ${k.contractNumber}</title>
<style>${faces}
@page{margin:18mm 20mm 20mm;@bottom-right{content:"Page " counter(page) " de " counter(pages);font:8pt Figtree}}
body{font:9.5pt/1.45 Figtree;color:#16282B} h1{font-size:17pt;color:#17504A} h2{font-size:11.5pt;color:#17504A}
header{display:flex;justify-content:space-between;border-bottom:1.2pt solid #17504A}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:10pt}
.parties>div{background:#F2F5F4;border-radius:4pt;padding:9pt}
table{width:100%;border-collapse:collapse} td,th{padding:5pt;border-bottom:.5pt solid #DFE7E6;text-align:left}
th{background:#17504A;color:#fff} td:not(:first-child){text-align:right}
.signatures{display:grid;grid-template-columns:1fr 1fr;gap:2em;break-inside:avoid}
.signatures>div{border-bottom:.7pt solid;height:2cm}</style>
<header><strong>${k.companyName}</strong><span>${k.companyAddress}<br>${k.companyPhone} · ${k.companyEmail}</span></header>
<h1>Contrat nº ${k.contractNumber}</h1><p>Du ${formatDate(k.startAt)} au ${formatDate(k.endAt)}</p>
<div class="parties"><div>CLIENT<br><strong>${k.clientName}</strong><br>
${k.clientBillingCivicNumber}, ${k.clientBillingStreet}<br>${k.clientBillingCity} ${k.clientBillingZip}</div>
<div>POINT DE SERVICE<br><strong>${k.site?.siteName}</strong><br>
${k.site?.siteCivicNumber}, ${k.site?.siteStreet}<br>${k.site?.siteCity} ${k.site?.siteZip}</div></div>
<h2>Services</h2><table><tr><th>Service<th>Qté<th>Prix<th>Total</tr>${k.services
    .map(
      ({ name, description, quantity, price }) =>
        `<tr><td><strong>${name}</strong>` +
        `<br>${description ?? ''}<td>${quantity}<td>${formatMoney(toCents(price))}<td>${formatMoney(toCents(price))}`,
    )
    .join('')}${taxes}<tr><td><strong>Total</strong><td><td><td>${formatMoney(k.totalPrice)}</table>
<h2>Calendrier de paiements</h2><table>${instalments}</table>
<h2>Clauses</h2>${k.clauses}<h2>Signatures</h2><div class="signatures"><div>Le client</div><div>${k.companyName}</div></div></html>`
}
