// A bank's file of Déneigement Boréal that is partly applied. docs/guide/releves.md has another one to try.
import { randomUUID } from 'node:crypto'
import { addDays, homeZone, todayIn } from '@bordee/core/time.ts'
import { applyLines } from '../bank-files/applying.ts'
import { readOwings } from '../bank-files/owings.ts'
import { receiveFile } from '../bank-files/receiving.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { boreal } from './payments.ts'

const bordereau = (day: string, text: string, cents: number) => `${day};"${text}";;${(cents / 100).toFixed(2).replace('.', ',')}`

/** Some who give their code, some whose bank drops it, and one whom nobody knows. */
export async function fillBankFiles(work: Work, owner: { id: string; email: string }) {
  await work.tx.scope({ companies: [boreal] })
  const ctx = actingAs(work, { accountId: owner.id, email: owner.email, role: 'owner', companyId: boreal })
  const today = todayIn(homeZone, work.now)
  const owings = (await readOwings(ctx))
    .filter(({ clientId, contractId, dues: [due] }) => clientId && contractId && (due?.left ?? 0) > 5000)
    .slice(0, 9)
  const lines = owings.map(({ clientName, code, dues: [due] }, i) => {
    const text = i % 3 === 0 ? `VIREMENT INTERAC RECU ${code}` : i % 3 === 1 ? `Virement de ${clientName}` : 'DEPOT MOBILE'
    return bordereau(addDays(today, i - 9), text, due?.left ?? 100)
  })
  const rows = [
    'Date;Description;Débit;Crédit',
    ...lines,
    bordereau(today, 'VIREMENT INTERAC BOUTIQUE DU COIN', 4217),
    `${today};Essence;92,40;`,
  ]
  const bankFile = {
    accountId: randomUUID(),
    accountName: 'Desjardins, opérations',
    name: 'releve-demo.csv',
    content: Buffer.from(rows.join('\r\n'), 'latin1').toString('base64'),
  }
  const file = await receiveFile(ctx, randomUUID(), bankFile)
  const sure = file.lines.filter(({ level }) => level === 'sure').slice(0, 2)
  if (sure.length > 0)
    await applyLines(
      ctx,
      file.id,
      sure.map(({ id, parts, depositId }) => ({ lineId: id, depositId, parts })),
    )
}
