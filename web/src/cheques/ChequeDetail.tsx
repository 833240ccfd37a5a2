import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import type { ChequeState } from '@bordee/core/cheques/cheque-life.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { eventTo, mayChange } from '@bordee/core/cheques/register.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate, formatInstant, todayIn } from '@bordee/core/time.ts'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useAction } from '../calls.ts'
import { ask, askText, confirm } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { ChequeForm } from './ChequeForm.tsx'
import { ChequeStatus } from './ChequeStatus.tsx'
import { PrintSlip } from './PrintSlip.tsx'

/** Beside the register: what a cheque says and pays, and what becomes of it. */
export function ChequeDetail({ cheque }: { cheque: Cheque }) {
  const zone = useZone()
  const { number, clientName, amount, dated, bank, note, parts, stateAt, reason, depositId, depositNumber, recordedBy, createdAt } = cheque
  return (
    <Stack>
      <SectionTitle style={{ overflowWrap: 'anywhere' }}>{number ? `Chèque ${number}` : 'Chèque à compléter'}</SectionTitle>
      <div>
        <ChequeStatus cheque={cheque} today={todayIn(zone, new Date())} />
      </div>
      {cheque.nsfFee !== null && (
        <Alert color="amber">
          Le contrat prévoit des frais de {formatMoney(cheque.nsfFee)} pour un chèque sans provision. Ils ne sont pas facturés d’eux-mêmes.
        </Alert>
      )}
      <Moves cheque={cheque} />
      <Facts
        facts={{
          Client: clientName,
          Montant: formatMoney(amount),
          'Daté du': formatDate(dated),
          Institution: bank,
          'Ce qu’il paie': parts.map((part) => (
            <div key={part.contractId}>
              <TextLink to={`/dashboard/contracts/list/${part.contractId}`}>Contrat {part.contractNumber}</TextLink>
              {`\u00a0: ${formatMoney(part.amount)}`}
            </div>
          )),
          Depuis: stateAt && formatInstant(stateAt, zone),
          Motif: reason,
          Dépôt: depositNumber && `Nº\u00a0${depositNumber}`,
          Note: note,
          'Inscrit par': recordedBy && `${recordedBy}, ${formatInstant(createdAt, zone)}`,
        }}
      />
      {depositId && depositNumber && <PrintSlip id={depositId} />}
    </Stack>
  )
}

const askReason = (title: string, label: string, yes: string, choices: string[]) => askText({ title, label, choices, confirm: yes })

function Moves({ cheque }: { cheque: Cheque }) {
  const { id, state, number } = cheque
  const update = useAction(chequeCalls.updateCheque, { done: 'Chèque enregistré', failed: 'Impossible de changer ce chèque.' })
  const go = (to: ChequeState, reason: string | null = null) => update.mutate({ id, cheque: { state: to, reason } })
  const can = (to: ChequeState) => eventTo(state, to) !== undefined
  const edit = () =>
    ask(state === 'typed' ? 'Compléter le chèque' : `Chèque ${number}`, null, (close) => (
      <ChequeForm cheque={cheque} onClose={() => close(null)} />
    ))
  const bounce = async () => {
    const reason = await askReason('Chèque sans provision?', 'Motif', 'Sans provision', [
      'Fonds insuffisants',
      'Compte fermé',
      'Opposition',
    ])
    if (reason) go('bounced', reason)
  }
  const giveBack = async () => {
    const reason = await askReason('Remettre le chèque au client?', 'Motif', 'Remis au client', ['Remplacé', 'Payé autrement'])
    if (reason) go('returned', reason)
  }
  const takeOut = async () => {
    const message = 'Il redevient «\u00a0En main\u00a0», et le bordereau ne le compte plus.'
    if (await confirm({ title: 'Retirer ce chèque du dépôt?', message, confirm: 'Retirer du dépôt' })) go('held')
  }
  return (
    <Group gap="xs">
      {mayChange(state) !== 'nothing' && (
        <Button variant={state === 'typed' ? 'filled' : 'default'} onClick={() => void edit()}>
          {state === 'typed' ? 'Compléter' : 'Modifier'}
        </Button>
      )}
      {can('cleared') && (
        <Button variant="light" loading={update.isPending} onClick={() => go('cleared')}>
          Encaissé
        </Button>
      )}
      {can('bounced') && (
        <Button variant="light" color="red" onClick={() => void bounce()}>
          Sans provision
        </Button>
      )}
      {can('held') && (
        <Button variant="subtle" onClick={() => void takeOut()}>
          Retirer du dépôt
        </Button>
      )}
      {can('deposited') && (
        <Button variant="subtle" onClick={() => go('deposited')}>
          Pas encore encaissé
        </Button>
      )}
      {can('returned') && (
        <Button variant="subtle" onClick={() => void giveBack()}>
          Remettre au client
        </Button>
      )}
    </Group>
  )
}
