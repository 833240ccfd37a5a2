// A client signs. The contract is printed first, and the PDF is kept byte for byte with how it was signed.
import { tickedTexts } from '@bordee/core/contracts/boxes.ts'
import { bothBoxes } from '@bordee/core/contracts/contract.ts'
import { type FoundEvidence, markPattern } from '@bordee/core/evidence/evidence-file.ts'
import { conflict, forbidden, invalid, Problem } from '@bordee/core/problem.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { change, insert } from '../engine/db/writing.ts'
import { Shares } from '../engine/http/shares.ts'
import { move, refusal } from './contract-moves.ts'
import { tellSigned } from './contracts.letters.ts'
import { type Held, lockContract, printableContracts, visibleContracts } from './contracts.queries.ts'
import { printSigned, type SignedBy, sha256Of } from './printing.ts'

interface Received {
  version?: number | null | undefined
  signerName?: string | null | undefined
  boxes?: readonly string[] | undefined
}

/** A company prints one signature at a time, so that its many clients leave room for everyone else's. */
const signing = new Shares(1)

/** Prints before locking: if that fails nothing is signed. The locked contract must still be what was printed. */
export async function signContract(ctx: Ctx, id: string, { version, signerName, boxes }: Received) {
  await ctx.aside(({ tx }) => lockOwnContract({ ...ctx, tx }, id)) // refuses someone else's contract before printing anything
  const [looked] = await printableContracts(ctx, [id])
  if (!looked) throw conflict('Ce contrat n’est plus là.')
  refuseForClient(ctx, looked, version)
  refuse(looked)
  const by: SignedBy = {
    signedAt: ctx.now,
    email: ctx.actor.email,
    name: signerName ?? null,
    boxes: boxes ? bothOf(boxes, looked.companyName) : [],
    byLink: ctx.actor.byLink,
    signedInAt: ctx.actor.signedInAt,
    address: ctx.request.ip,
    agent: ctx.request.agent,
  }
  const printed = await signing.run(looked.companyId, () => printSigned(looked, by, ctx.env.publicUrl))

  const held = await lockForClient(ctx, id, looked.version)
  refuse(held)
  await keepSigned(ctx, held, by, printed)
  const signed = await move(ctx, held, 'accept', { detail: () => by.name })
  await tellSigned(ctx, signed, by.email, Buffer.from(printed.bytes))
}

/** The file, byte for byte, and how it was signed. */
export const keepSigned = (
  { tx }: Pick<Work, 'tx'>,
  { id: contractId, companyId, version }: Held,
  { name: signerName, ...how }: SignedBy,
  { bytes, ...hashes }: Awaited<ReturnType<typeof printSigned>>,
) => insert(tx, 'contract_signatures', { ...how, ...hashes, companyId, contractId, version, signerName, pdf: Buffer.from(bytes) })

/** The sentences, as the certificate prints them and the signature keeps them. */
function bothOf(boxes: readonly string[], companyName: string): string[] {
  const texts = tickedTexts(boxes, companyName)
  if (!texts) throw invalid({ input: { boxes: bothBoxes } })
  return texts
}

function refuse(held: Held) {
  const reason = refusal(held, 'accept')
  if (reason) throw conflict(reason)
}

/** Opening a contract marks it consulted, once, and records the version that the client may sign. */
export async function openContract(ctx: Ctx, id: string) {
  const held = await lockOwnContract(ctx, id)
  const opened = { openedVersion: held.version, openedBy: ctx.actor.accountId }
  if (held.openedVersion !== opened.openedVersion || held.openedBy !== opened.openedBy)
    await change(ctx.tx, 'contracts', { id, companyId: held.companyId }, opened)
  if (!refusal(held, 'open')) await move(ctx, held, 'open')
}

/** Before they sign or decline: it must still be what they read, and the company's module must be active. */
export async function lockForClient(ctx: Ctx, id: string, version: number | null | undefined): Promise<Held> {
  const held = await lockOwnContract(ctx, id)
  refuseForClient(ctx, held, version)
  return held
}

/**
 * Someone else's contract is « Accès refusé », so that a client with two e-mails switches; one being edited says so.
 * Locks first, so that it can't change during these checks.
 */
export async function lockOwnContract(ctx: Ctx, id: string): Promise<Held> {
  const [own] = await ctx.tx.sql`
    select from contracts k where k.id = ${id} and ${visibleContracts(ctx, 'k', { drafts: true })} for update`
  const [known] = await ctx.tx.sql<{ isEdited: boolean; isSomeones: boolean }>`
    select is_contract_being_edited(${id}) as "isEdited", is_someones_contract(${id}) as "isSomeones"`
  if (own && known?.isEdited) throw conflict('Ce contrat est en cours de modification.', { code: 'contract-in-draft' })
  if (!own && known?.isSomeones) throw forbidden('Accès refusé', 'other-email')
  return lockContract(ctx, id)
}

function refuseForClient({ actor }: Ctx, held: Held, version: number | null | undefined) {
  if (!held.isModuleActive) throw conflict('Ce module n’est pas actif pour cette compagnie.', { code: 'module-inactive' })
  const read = version ?? (held.openedBy === actor.accountId ? held.openedVersion : null)
  if (read !== held.version)
    throw conflict('Ce contrat a changé depuis que vous l’avez ouvert. Relisez-le avant de répondre.', { code: 'older-version' })
}

const longestFile = 20 * 1024 * 1024

const unknown = { known: false, contractNumber: null, companyName: null, signedAt: null, evidence: null }

/** Looks a file up by its hash: with one byte changed it is unknown. A dossier that was changed still says which it was. */
export async function verifyFile({ tx }: Pick<Ctx, 'tx'>, bytes: Uint8Array) {
  if (bytes.length > longestFile) throw new Problem(413, 'Le fichier est trop volumineux\u00a0: 20\u00a0Mo au plus.')
  const [found] = await tx.sql<{ contractNumber: string; companyName: string; signedAt: Date }>`
    select contract_number as "contractNumber", company_name as "companyName", signed_at as "signedAt"
    from find_signed_file(${sha256Of(bytes)})`
  if (found) return { ...found, known: true, signedAt: found.signedAt.toISOString(), evidence: null }
  const mark = markPattern.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? null
  const [dossier] = await tx.sql<Omit<FoundEvidence, 'producedAt'> & { producedAt: Date }>`
    select is_same as "isSame", company_name as "companyName", produced_at as "producedAt", from_day::text as "from", to_day::text as "to"
    from find_evidence_file(${sha256Of(bytes)}, ${mark}::uuid)`
  if (!dossier) return unknown
  return { ...unknown, known: dossier.isSame, evidence: { ...dossier, producedAt: dossier.producedAt.toISOString() } }
}
