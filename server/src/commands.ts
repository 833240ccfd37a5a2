// `npm run migrate|demo|staff|addresses|map|verify|reconcile|backup|restore|calls`: the operator's commands. Each works
// beside a running server.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { count, formatNumber } from '@bordee/core/text.ts'
import { addDays, formatInstant, homeZone, instantOf } from '@bordee/core/time.ts'
import * as z from 'zod'
import { LoadTrouble, loadAddresses, type Progress } from './addresses/load-addresses.ts'
import { verifyFile } from './contracts/signing.ts'
import { fillDemo } from './demo/demo.ts'
import { BadSettings, readEnv, readSecret } from './engine/env.ts'
import { callsPage, callsPagePath } from './engine/http/calls-page.ts'
import { Secrets } from './engine/secrets.ts'
import type { Server } from './engine/server.ts'
import { addStaff, resetFactorOf } from './identity/staff.ts'
import { differenceText, reconcile } from './outside/payments/reconciliation.ts'
import { installMap, MapTrouble } from './platform/map-archive.ts'
import { MigrationTrouble } from './postgres/migrate.ts'
import { PostgresTrouble } from './postgres/postgres.ts'
import { findingText, verifyRecord } from './records/verify-records.ts'
import { sealedRows } from './runs/sealing.ts'
import { filesOf, openServer, withWork } from './server.ts'
import { comparisons, workers } from './slices.ts'
import { BackupTrouble, backUp, restore } from './upkeep/backup.ts'
import { asOwner, type Opening, openDatabase } from './upkeep/database.ts'

const commands: Record<string, (args: string[]) => Promise<void>> = {
  async migrate() {
    await withServer(async () => undefined)
    console.log('La base de données est à jour.')
  },

  async demo() {
    await withServer(fillDemo)
    console.log('La démonstration est en place.')
  },

  async staff([action, email]) {
    if (!['add', 'reset-factor'].includes(action ?? '') || !email?.includes('@'))
      throw new Usage('Usage : npm run staff -- add <courriel>, ou npm run staff -- reset-factor <courriel>')
    if (action === 'reset-factor') return resetFactorNow(email.toLowerCase())
    const link = await withServer((server) => withWork(server, (work) => addStaff(work, email.toLowerCase())))
    console.log(`${email} est maintenant super administrateur. Lien valide une heure pour choisir le mot de passe :\n${link}`)
  },

  async addresses([file]) {
    if (!file) throw new Usage('Usage : npm run addresses -- <fichier.csv>')
    const { rows, added, refused, examples, resumedAfter } = await withServer((_house, ownerUrl) =>
      asOwner(ownerUrl, (transact) => loadAddresses(transact, file, logProgress())),
    )
    if (resumedAfter) console.log(`Repris après ${count(resumedAfter, 'ligne')}, déjà ${resumedAfter > 1 ? 'lues' : 'lue'}.`)
    console.log(`${count(rows, 'ligne')}; ${count(added, 'nouvelle adresse', 'nouvelles adresses')} dans le répertoire.`)
    for (const [reason, number] of Object.entries(refused)) console.log(`  Laissées de côté (${reason}) : ${formatNumber(number)}`)
    for (const { row, reason } of examples) console.log(`    ligne ${row} : ${reason}`)
  },

  async map([file]) {
    if (!file) throw new Usage('Usage : npm run map -- <carte.pmtiles>')
    const { minZoom, maxZoom } = await installMap(readEnv().dataDir, file)
    console.log(`La carte est en place (zooms ${minZoom} à ${maxZoom}). Les navigateurs la prennent à la prochaine page.`)
  },

  async verify([file]) {
    if (!file) throw new Usage('Usage : npm run verify -- <contrat.pdf>, ou npm run verify -- evidence')
    if (file === 'evidence') return verifyEvidence()
    const bytes = readContract(file)
    const { known, contractNumber, companyName, signedAt } = await withServer((server) =>
      withWork(server, (work) => verifyFile(work, bytes)),
    )
    if (known)
      return console.log(
        `Ce fichier est, octet pour octet, le contrat ${contractNumber} de ${companyName}, signé le ${formatInstant(signedAt, homeZone)}.`,
      )
    console.log('Ce fichier n’est celui d’aucun contrat signé ici, ou il a été modifié depuis.')
    process.exitCode = 2
  },

  async reconcile([from, to = from]) {
    const isDay = (day: string | undefined): day is string => z.iso.date().safeParse(day).success
    if (!isDay(from) || !isDay(to) || to < from) throw new Usage('Usage : npm run reconcile -- <du AAAA-MM-JJ> [<au AAAA-MM-JJ>]')
    const [since, until] = [from, addDays(to, 1)].map((day) => instantOf(day, '00:00', homeZone)) as [Date, Date]
    const differences = await withServer((server) => withWork(server, (work) => reconcile(work, comparisons, since, until)))
    for (const difference of differences) console.log(differenceText(difference))
    console.log(differences.length === 0 ? 'Tout concorde.' : `${count(differences.length, 'différence')}.`)
    if (differences.length > 0) process.exitCode = 2
  },

  async backup([file]) {
    if (!file) throw new Usage('Usage : npm run backup -- <fichier>')
    const { tables, rows, files, missingFiles } = await withDatabase(
      (ownerUrl, fingerprint) => backUp(ownerUrl, file, fingerprint, filesOf(readEnv())),
      { asItIs: true },
    )
    if (missingFiles > 0) console.log(`${count(missingFiles, 'fichier')} manquait pendant la sauvegarde.`)
    console.log(
      `${count(rows, 'ligne')} de ${count(tables, 'table')} et ${count(files, 'fichier')} dans ${file}. ` +
        'Gardez aussi SECRET, ailleurs : il n’y est pas.',
    )
  },

  async restore([file, option]) {
    if (!file || (option && option !== '--outside')) throw new Usage('Usage : npm run restore -- <fichier> [--outside]')
    const putAside = option ? [] : workers.filter(({ kind }) => kind.outside || kind.detached).map(({ kind }) => kind.name)
    const { rows, tables, files, takenAt, isOtherSecret } = await withDatabase((ownerUrl, fingerprint) =>
      restore(ownerUrl, file, fingerprint, putAside, filesOf(readEnv())),
    )
    console.log(
      `${count(rows, 'ligne')} de ${count(tables, 'table')} et ${count(files, 'fichier')}, ` +
        `tels qu’ils étaient le ${formatInstant(takenAt, homeZone)}.`,
    )
    if (!option) console.log('Les envois qui attendaient à ce moment-là ont été mis de côté : ils sont peut-être partis depuis.')
    if (isOtherSecret)
      console.log('SECRET n’est pas celui de la sauvegarde : les sessions sont finies, et ce qui était scellé avec l’autre ne se lit plus.')
  },

  async calls() {
    writeFileSync(callsPagePath, callsPage())
    console.log('docs/calls.md est à jour.')
  },
}

/** Every company's record: exits with 2 when something was changed, removed or inserted. */
async function verifyEvidence() {
  const findings = await withServer(async (server) => {
    const companies = await withWork(server, async (work) => {
      await work.tx.scope({ platform: true })
      return work.tx.sql<{ id: string; name: string }>`select id, name from companies order by name, id`
    })
    let found = 0
    for (const { id, name } of companies) {
      const { entries, days, findings } = await withWork(server, async (work) => {
        await work.tx.scope({ companies: [id] })
        return verifyRecord(work, id, sealedRows)
      })
      console.log(`${name} : ${count(entries, 'enregistrement')}, ${count(days, 'jour scellé', 'jours scellés')}.`)
      for (const finding of findings) console.log(`  ${findingText(finding)}`)
      found += findings.length
    }
    return found
  })
  console.log(findings === 0 ? 'Le registre est intact.' : `${count(findings, 'anomalie')}.`)
  if (findings > 0) process.exitCode = 2
}

async function resetFactorNow(email: string) {
  const wasOn = await withServer((server) => withWork(server, (work) => resetFactorOf(work, email)))
  if (wasOn) return console.log(`${email} n’a plus de validation en deux étapes. Son mot de passe n’a pas changé.`)
  console.log(`${email} n’a pas de compte ici, ou pas de validation en deux étapes.`)
  process.exitCode = 2
}

function readContract(file: string): Buffer {
  if (!existsSync(file)) throw new Usage(`Le fichier ${file} n’existe pas.`)
  if (!statSync(file).isFile()) throw new Usage(`${file} n’est pas un fichier.`)
  return readFileSync(file)
}

class Usage extends Error {}

/** Prints a line every hundred thousand rows. */
function logProgress(): (progress: Progress) => void {
  let told = 0
  return ({ rows, part }) => {
    if (rows - told < 100_000) return
    told = rows
    console.log(`  ${count(rows, 'ligne')} (${Math.floor(part * 100)} %)`)
  }
}

async function withServer<T>(run: (server: Server, ownerUrl: string) => Promise<T>): Promise<T> {
  const env = readEnv()
  const secret = readSecret(env)
  const closers: (() => Promise<unknown>)[] = []
  try {
    const database = await openDatabase(env, secret, { keep: false })
    closers.push(() => database.stop())
    return await run(await openServer(env, secret, database.appUrl, closers, database.directUrl), database.ownerUrl)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** Opens the database only. The fingerprint identifies the SECRET. */
async function withDatabase<T>(run: (ownerUrl: string, fingerprint: string) => Promise<T>, opening: Partial<Opening> = {}): Promise<T> {
  const env = readEnv()
  const secret = readSecret(env)
  const database = await openDatabase(env, secret, { keep: false, ...opening })
  try {
    return await run(database.ownerUrl, new Secrets(secret).sign('database', 'backup'))
  } finally {
    await database.stop()
  }
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command) throw new Usage(`Commande inconnue : ${name}`)
  await command(args)
} catch (error) {
  const isExpected = [Usage, BackupTrouble, LoadTrouble, MapTrouble, BadSettings, PostgresTrouble, MigrationTrouble].some(
    (kind) => error instanceof kind,
  )
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
