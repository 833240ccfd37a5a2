import { type Billable, billableKindNames, quantityWords } from '@bordee/core/billables/billable.ts'
import { billableCalls } from '@bordee/core/billables/billables.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { inUnits } from '@bordee/core/operations/ceiling.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { workWords } from '@bordee/core/runs/work.ts'
import { rangeOf } from '@bordee/core/templates/price-words.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { ask, askText } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DrawerTitle, Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { BillableStatus } from './BillableStatus.tsx'
import { type Correction, CorrectionForm } from './CorrectionForm.tsx'

/** A line with its proof, and what the office may do about it. */
export function BillableDetail({ line }: { line: Billable }) {
  const zone = useZone()
  const { description, quantity, unit, price, amount, contractId, contractNumber } = line
  return (
    <Stack>
      <div>
        <Hint>{`${billableKindNames[line.kind]} · ${formatDate(line.day)}`}</Hint>
        <DrawerTitle mb={4}>{description}</DrawerTitle>
        <BillableStatus line={line} />
      </div>
      <Warnings line={line} />
      {line.state !== 'invoiced' && <Decisions line={line} />}
      <Facts
        facts={{
          Quantité: quantity === null ? 'À compléter' : quantityWords(quantity, unit),
          Prix: price === null ? 'À compléter' : formatMoney(price),
          'Montant avant taxes': amount === null ? null : formatMoney(amount),
          'Selon la source': line.isCorrected || line.isSourceChanged ? sourceWords(line) : null,
          'Raison de l’écart': line.waiveReason,
          'Décidé par': line.decidedByName && `${line.decidedByName}, ${formatInstant(line.decidedAt, zone)}`,
          Client: line.clientName,
          'Point de service': line.siteAddress,
          Opération: line.operationName,
          Contrat: (
            <Link to="/dashboard/contracts/list/{-$contractId}" params={{ contractId }}>
              {contractNumber}
            </Link>
          ),
        }}
      />
      <section aria-label="Preuve">
        <Title order={3} size="h5" mb="xs">
          Preuve
        </Title>
        <Facts facts={proofFacts(line, zone)} />
      </section>
    </Stack>
  )
}

const sourceWords = ({ sourceAmount, sourceQuantity, unit }: Billable) =>
  sourceAmount === 0
    ? 'N’existe plus'
    : [sourceQuantity !== null && quantityWords(sourceQuantity, unit), sourceAmount !== null && formatMoney(sourceAmount)]
        .filter(Boolean)
        .join(' · ')

function Warnings({ line }: { line: Billable }) {
  const said = [
    line.isSourceChanged && 'La source a changé depuis la décision\u00a0: vérifiez la ligne, ou reprenez la source.',
    line.isSiteMoved && 'Le point de service a maintenant un autre client que le contrat.',
    line.isSignedLater && 'Le contrat a été signé après ce jour.',
    line.isTwice && 'Un autre contrat facture aussi ce travail\u00a0: écartez l’une des deux lignes.',
    line.adjustsId !== null && 'Cette ligne est l’écart d’une ligne déjà facturée.',
  ].filter((words) => words !== false)
  if (said.length === 0) return null
  return (
    <Alert color="amber" icon={<IconAlertTriangle />}>
      {said.map((words) => (
        <div key={words}>{words}</div>
      ))}
    </Alert>
  )
}

function proofFacts({ kind, proof }: Billable, zone: string) {
  const { passes, depth, band, minutes, equipment, materials, ceiling } = proof
  return {
    'Passages qui comptent': passes.map(({ at, kind: round }) => `${formatInstant(at, zone)} (${runKindNames[round]})`).join(', '),
    'Neige au point de service': depth !== null ? `${formatNumber(depth)}\u00a0cm` : kind === 'outing' ? 'Aucune lecture' : null,
    Tranche: band && rangeOf(band.after, band.upTo),
    Équipement: equipment,
    'Minutes sur place': minutes !== null ? quantityWords(minutes, 'minute') : kind === 'hour' ? 'Aucune visite mesurée' : null,
    'Matériau inscrit': materials.flatMap((material) => workWords({ surface: null, material })).join('; '),
    Plafond: ceiling && inUnits(ceiling.ceiling, ceiling.unit),
    Utilisé: ceiling && `${formatNumber(ceiling.before)} avant, ${inUnits(ceiling.after, ceiling.unit)} après`,
  }
}

function Decisions({ line }: { line: Billable }) {
  const { id, state, isCorrected, isSourceChanged } = line
  const update = useAction(billableCalls.updateBillable, { done: 'Ligne enregistrée', failed: 'Impossible d’enregistrer cette ligne.' })

  async function correct() {
    const changes = await ask<Correction | null>('Corriger la ligne', null, (answer) => <CorrectionForm line={line} onAnswer={answer} />)
    if (changes) update.mutate({ id, billable: changes })
  }
  async function waive() {
    const reason = await askText({
      title: 'Écarter cette ligne?',
      label: 'Raison',
      confirm: 'Écarter',
    })
    if (reason) update.mutate({ id, billable: { waiveReason: reason } })
  }

  return (
    <Group gap="xs">
      {state === 'proposed' && (
        <>
          <Button loading={update.isPending} onClick={() => void correct()}>
            Corriger
          </Button>
          <Button variant="default" disabled={update.isPending} onClick={() => void waive()}>
            Écarter
          </Button>
        </>
      )}
      {state === 'waived' && (
        <Button loading={update.isPending} onClick={() => update.mutate({ id, billable: { waiveReason: null } })}>
          Facturer quand même
        </Button>
      )}
      {state === 'proposed' && (isCorrected || isSourceChanged) && (
        <Button variant="default" disabled={update.isPending} onClick={() => update.mutate({ id, billable: { isCorrected: false } })}>
          Reprendre la source
        </Button>
      )}
    </Group>
  )
}
