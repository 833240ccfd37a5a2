// Prints one contract or five hundred, and marks the drafts among them.
import { runsCompany } from '@bordee/core/roles.ts'
import type { Ctx } from '../engine/ctx.ts'
import { Shares } from '../engine/http/shares.ts'
import { moveAll, refusal, refusals, refuseAll } from './contract-moves.ts'
import { type Held, lockContracts, type Printable, printableContracts, signedFile } from './contracts.queries.ts'
import { printContract, printContracts } from './printing.ts'

/** A company prints one job at a time, then pauses for as long as it took. */
const printing = new Shares(1, { maxWaiting: 20 })

/** Prints first, then marks the office's drafts as printed. If any changed meanwhile, refuses and marks none. */
export async function printAndMark(ctx: Ctx, ids: readonly string[]): Promise<{ files: Uint8Array; contracts: Printable[] }> {
  const contracts = await printableContracts(ctx, ids)
  const isOffice = runsCompany(ctx.actor.role)
  const drafts = isOffice ? contracts.filter(({ status }) => status === 'draft') : []
  refuseAll(
    refusals(drafts, (held) => refusal(held, 'print')),
    (n) => `Il manque des renseignements à ${n} contrats\u00a0: aucun n’a été imprimé.`,
  )
  const line = (isOffice && ctx.actor.companyId) || ctx.actor.accountId // a client doesn't queue with their company's office
  const files = await printing.run(line, () => filesOf(ctx, contracts), { rest: 1 })
  if (drafts.length > 0) await markPrinted(ctx, drafts)
  return { files, contracts }
}

/** A signed contract prints as its signed file. Of many, each is read when its turn comes. */
async function filesOf(ctx: Ctx, contracts: readonly Printable[]): Promise<Uint8Array> {
  const [only] = contracts
  if (contracts.length === 1 && only) return (await signedFile(ctx, only)) ?? printContract(only)
  const { companyId } = ctx.actor
  return printContracts(
    companyId ?? ctx.actor.accountId,
    contracts.map((contract) => async () => (await signedFile(ctx, contract)) ?? contract),
    (done) => {
      if (companyId)
        void ctx.aside(async (work) =>
          work.publish(companyId, { topic: 'contracts', printed: done, of: contracts.length, by: ctx.actor.accountId }),
        )
    },
  )
}

async function markPrinted(ctx: Ctx, drafts: readonly Printable[]) {
  const known = new Map(drafts.map((draft) => [draft.id, draft]))
  const held = await lockContracts(
    ctx,
    drafts.map(({ id }) => id),
  )
  const isChanged = ({ id, version, status }: Held) => version !== known.get(id)?.version || status !== 'draft'
  refuseAll(
    refusals(held, (one) =>
      isChanged(one) ? `Le contrat ${one.contractNumber} a changé pendant l’impression. Imprimez de nouveau.` : undefined,
    ),
    (n) => `${n} contrats ont changé pendant l’impression. Imprimez de nouveau.`,
  )
  await moveAll(ctx, held, 'print')
}
