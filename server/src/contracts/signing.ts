// A client signs. What he signs is printed first, and kept byte by byte with how it was signed.
import { conflict, forbidden, Problem } from '@bordee/core/problem.ts'
import type { Ctx } from '../engine/ctx.ts'
import { change, insert } from '../engine/db/writing.ts'
import { Shares } from '../engine/http/shares.ts'
import { move, refusal } from './contract-moves.ts'
import { tellSigned } from './contracts.letters.ts'
import { type Held, lockContract, printableContracts, visibleContracts } from './contracts.queries.ts'
import { printSigned, type SignedBy, sha256Of } from './printing.ts'

interface Received {
  version?: number | null | undefined
  signerName?: string | null | undefined
  boxes?: readonly string[] | null | undefined
}

/** A company has one signature printed at a time, so that one of many clients leaves room for everyone else's. */
const signing = new Shares(1)

/** Printed before anything is held: if that fails nothing is signed. Then the contract is held, and must still be what was printed. */
export async function signContract(ctx: Ctx, id: string, { version, signerName, boxes }: Received) {
  const by: SignedBy = {
    signedAt: ctx.now,
    email: ctx.actor.email,
    name: signerName ?? null,
    boxes: boxes ?? [],
    byLink: ctx.actor.byLink,
    signedInAt: ctx.actor.signedInAt,
    address: ctx.request.ip,
    agent: ctx.request.agent,
  }
  await ctx.aside(({ tx }) => lockOwnContract({ ...ctx, tx }, id)) // told apart from what is not there, before anything is printed
  const [looked] = await printableContracts(ctx, [id])
  if (!looked) throw conflict('Ce contrat n’est plus là.')
  refuseForClient(ctx, looked, version)
  refuse(looked)
  const { bytes, sha256, pagesSha256 } = await signing.run(looked.companyId, () => printSigned(looked, by))

  const held = await lockForClient(ctx, id, looked.version)
  refuse(held)
  const { companyId } = held
  const { signedAt, email, byLink, signedInAt, address, agent } = by
  const how = { signerName: by.name, boxes: [...by.boxes], email, byLink, signedInAt, address, agent, signedAt }
  await insert(ctx.tx, 'contract_signatures', {
    ...how,
    companyId,
    contractId: id,
    version: held.version,
    pdf: Buffer.from(bytes),
    sha256,
    pagesSha256,
  })
  const signed = await move(ctx, held, 'accept', { detail: () => by.name })
  await tellSigned(ctx, signed, email, Buffer.from(bytes))
}

function refuse(held: Held) {
  const reason = refusal(held, 'accept')
  if (reason) throw conflict(reason)
}

/** What a client opens he has consulted, once; the version that he looks at is the one that he signs. */
export async function openContract(ctx: Ctx, id: string) {
  const held = await lockOwnContract(ctx, id)
  const opened = { openedVersion: held.version, openedBy: ctx.actor.accountId }
  if (held.openedVersion !== opened.openedVersion || held.openedBy !== opened.openedBy)
    await change(ctx.tx, 'contracts', { id, companyId: held.companyId }, opened)
  if (!refusal(held, 'open')) await move(ctx, held, 'open')
}

/** Before he signs or declines: it is still what he has read, and its company still makes contracts here. */
export async function lockForClient(ctx: Ctx, id: string, version: number | null | undefined): Promise<Held> {
  const held = await lockOwnContract(ctx, id)
  refuseForClient(ctx, held, version)
  return held
}

/** Someone else's contract is refused as such, so that he who has two e-mails learns to change; one that is being changed says so. Held first: nobody changes it while one looks. */
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

const longestFile = 10 * 1024 * 1024

/** What is known of a file, by its hash alone: a changed byte makes it unknown. */
export async function verifyFile({ tx }: Pick<Ctx, 'tx'>, bytes: Uint8Array) {
  if (bytes.length > longestFile) throw new Problem(413, 'Le fichier est trop volumineux\u00a0: 10\u00a0Mo au plus.')
  const [found] = await tx.sql<{ contractNumber: string; companyName: string; signedAt: Date }>`
    select contract_number as "contractNumber", company_name as "companyName", signed_at as "signedAt" from find_signed_file(${sha256Of(bytes)})`
  if (!found) return { known: false, contractNumber: null, companyName: null, signedAt: null }
  return { ...found, known: true, signedAt: found.signedAt.toISOString() }
}
