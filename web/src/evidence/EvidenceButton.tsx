import type { Claim } from '@bordee/core/claims/claim.ts'
import { evidenceCalls } from '@bordee/core/evidence/evidence.calls.ts'
import { hoursAfter } from '@bordee/core/evidence/evidence-file.ts'
import { addDays, monthBefore, todayIn } from '@bordee/core/time.ts'
import { Button, Stack, Switch } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Period } from '../ui/Period.tsx'
import { Hint, PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { EvidenceFiles } from './EvidenceFiles.tsx'

interface Props {
  subject: { siteId: string } | { customerId: string }
  /** The first page then answers it. */
  claim?: Claim
}

/** Orders a dossier of a site, or of all sites of a client, and lists those that exist. */
export function EvidenceButton({ subject, claim }: Props) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can(evidenceCalls.orderEvidence)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconFileCertificate size={16} />} onClick={() => setOpen(true)}>
        Dossier de preuve
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Dossier de preuve" size="lg">
        <Order subject={subject} {...(claim && { claim })} />
      </Dialog>
    </>
  )
}

function Order({ subject, claim }: Props) {
  const today = todayIn(useZone(), new Date())
  const zone = useZone()
  const [from, to] = claim ? around(todayIn(zone, new Date(claim.happenedAt)), today) : [monthBefore(today), today]
  const [range, setRange] = useState<[string | null, string | null]>([from, to])
  const [withDrivers, setWithDrivers] = useState(true)
  const order = useAction(evidenceCalls.orderEvidence, { done: 'Le dossier se prépare', failed: 'Impossible de préparer le dossier.' })
  const [first, last] = range
  const send = () =>
    first &&
    last &&
    order.mutate({
      id: crypto.randomUUID(),
      evidence: { ...subject, from: first, to: last, withDrivers, ...(claim && { claimId: claim.id, momentAt: claim.happenedAt }) },
    })
  return (
    <Stack>
      <Hint>
        Météo, visites, traces, photos et alertes de la période, et pourquoi personne n’est venu.{' '}
        {'customerId' in subject ? 'Un PDF par point de service, dans un seul fichier.' : 'Un PDF que chacun peut vérifier.'}
      </Hint>
      <Period range={range} onChange={setRange} max={today} />
      <Switch
        label="Nommer les opérateurs"
        description="Sinon, chacun a un numéro."
        checked={withDrivers}
        onChange={({ currentTarget: { checked } }) => setWithDrivers(checked)}
      />
      <Button loading={order.isPending} disabled={!first || !last} onClick={send}>
        Préparer le dossier
      </Button>
      <PartTitle>Dossiers produits</PartTitle>
      <EvidenceFiles of={claim ? { claimId: claim.id } : subject} />
    </Stack>
  )
}

/** Two weeks before it happened, up to the day after its last hours. */
function around(day: string, today: string): [string, string] {
  const after = addDays(day, Math.ceil(hoursAfter / 24) + 1)
  return [addDays(day, -14), after < today ? after : today]
}
