// The files of the demo's signed contracts, printed in the background: they would delay the first start by seconds.
import { boxTexts } from '@bordee/core/contracts/boxes.ts'
import { heldContracts, type Printable, withLogos } from '../contracts/contracts.queries.ts'
import { printSigned, type SignedBy } from '../contracts/printing.ts'
import { keepSigned } from '../contracts/signing.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

interface Signed {
  companyId: string
}

const signing = jobKind<Signed>('demo.sign', { outside: true, onePer: ({ companyId }) => companyId })

export const keepSignedLater = (work: Work, companyId: string) => work.later(signing, { companyId })

/** Contracts that their clients signed online and whose file is missing; run again, it goes on where it stopped. */
async function keepSignedFiles(work: Work, { companyId }: Signed) {
  const contracts = await inCompany(work, companyId, async (own) => {
    const missing = await own.tx.sql<{ id: string }>`
      select k.id
      from contracts k
      where k.company_id = ${companyId} and k.signed_at is not null and not k.signed_on_paper and k.client_email is not null
        and not exists (select from contract_signatures s where s.company_id = k.company_id and s.contract_id = k.id)
      order by k.id`
    const ids = missing.map(({ id }) => id)
    return withLogos(own, await heldContracts(own, ids))
  })
  for (const contract of contracts) {
    const by = signatureOf(contract)
    const printed = await printSigned(contract, by, work.env.publicUrl)
    await inCompany(work, companyId, (own) => keepSigned(own, contract, by, printed))
  }
}

/** As if the client had followed the link in their letter. */
function signatureOf({ signedAt, clientEmail, clientName, companyName }: Printable): SignedBy {
  const at = new Date(signedAt ?? '')
  return {
    signedAt: at,
    email: clientEmail ?? '',
    name: clientName,
    boxes: Object.values(boxTexts(companyName)),
    byLink: true,
    signedInAt: new Date(at.getTime() - 4 * 60_000),
    address: '203.0.113.24',
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
  }
}

export const signingWorkers = [worker(signing, keepSignedFiles)]
