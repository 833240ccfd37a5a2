import { ageNames, ages, type ClientAgeing, openStop } from '@bordee/core/collection/ageing.ts'
import { collectionCalls } from '@bordee/core/collection/collection.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { formatDate, formatInstant, type IsoDate, todayIn } from '@bordee/core/time.ts'
import { Button, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { ask } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { Status } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { NoteForm, ResumeForm, StopForm } from './CollectionForms.tsx'
import { useLiveCollection } from './useLiveCollection.ts'

const list = '/dashboard/invoicing/receivables'
const card = { className: 'bordee-card', style: { padding: 20 } }

// invoicing/receivables/:clientId: what one client owes, and what is done about it (docs/product/collection.md).
export const ClientAgeingScreen = contractsOnly(() => {
  const { clientId } = useParams({ from: '/dashboard/invoicing/receivables/$clientId' })
  const ageing = useCall(collectionCalls.getClientAgeing, { clientId })
  useLiveCollection()
  return (
    <Loaded query={ageing} pick={itself} what="Client" home={list}>
      {(found) => <Client ageing={found} />}
    </Loaded>
  )
})

function Client({ ageing }: { ageing: ClientAgeing }) {
  const navigate = useNavigate()
  const today = todayIn(useZone(), new Date())
  const { clientId, clientName, clientEmail, clientPhone, stoppedFrom, waitingCheques, overpaid, followUpOn } = ageing
  return (
    <>
      <PageHeader
        title={clientName}
        description={
          <>
            {`Solde\u00a0: ${formatMoney(ageing.balance)} `}
            {stoppedFrom && (
              <Status tone="attention">{`Service suspendu ${stoppedFrom > today ? 'dès' : 'depuis'} le ${formatDate(stoppedFrom)}`}</Status>
            )}
          </>
        }
        onBack={() => void navigate({ to: list })}
        actions={<StopButton ageing={ageing} today={today} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <Receivables ageing={ageing} />
          <section {...card} aria-label="Renseignements">
            <Facts
              facts={{
                Dossier: <TextLink to={`/dashboard/client-folders/edit/${clientId}/client`}>{clientName}</TextLink>,
                Téléphone: clientPhone && formatPhone(clientPhone),
                Courriel: clientEmail,
                'Prochain suivi': followUpOn && formatDate(followUpOn),
                'Payé en trop': overpaid > 0 ? formatMoney(overpaid) : null,
                'Chèques en attente': waitingCheques > 0 ? `${formatMoney(waitingCheques)}, comptés comme payés` : null,
              }}
            />
          </section>
        </Stack>
        <Stack>
          <Notes ageing={ageing} />
          <Stops ageing={ageing} />
        </Stack>
      </SimpleGrid>
    </>
  )
}

function StopButton({ ageing, today }: { ageing: ClientAgeing; today: IsoDate }) {
  const stop = openStop(ageing.stops, today)
  const suspend = () => ask('Suspendre le service', false, (answer) => <StopForm clientId={ageing.clientId} onAnswer={answer} />)
  const resume = () => stop && ask('Reprendre le service', false, (answer) => <ResumeForm stop={stop} onAnswer={answer} />)
  if (stop && stop.untilDay === null)
    return (
      <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => void resume()}>
        Reprendre le service
      </Button>
    )
  return (
    <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => void suspend()}>
      Suspendre le service
    </Button>
  )
}

const paths = { contract: '/dashboard/contracts/list', invoice: '/dashboard/invoicing/invoices' }
const kindNames = { contract: 'Contrat', invoice: 'Facture' }

function Receivables({ ageing }: { ageing: ClientAgeing }) {
  const { receivables } = ageing
  return (
    <section {...card} aria-label="À recevoir">
      <SectionTitle mb="xs">À recevoir</SectionTitle>
      {receivables.length === 0 && <Hint>Rien à recevoir.</Hint>}
      <Table>
        <Table.Tbody>
          {receivables.map(({ kind, id, number, dueDate, amountLeft, age }) => (
            <Table.Tr key={`${id} ${dueDate}`}>
              <Table.Td>
                <TextLink to={`${paths[kind]}/${id}`}>{`${kindNames[kind]} ${number}`}</TextLink>
                <Hint>{`Échéance\u00a0: ${formatDate(dueDate)}`}</Hint>
              </Table.Td>
              <Table.Td>{age === 'notDue' ? ageNames.notDue : <Status tone="attention">{ageNames[age]}</Status>}</Table.Td>
              <Table.Td ta="right" className="bordee-figures">
                {formatMoney(amountLeft)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {receivables.length > 0 && (
          <Table.Tfoot>
            {ages
              .filter((age) => ageing[age] > 0)
              .map((age) => (
                <Table.Tr key={age}>
                  <Table.Th colSpan={2} fw={400}>
                    {ageNames[age]}
                  </Table.Th>
                  <Table.Td ta="right" className="bordee-figures">
                    {formatMoney(ageing[age])}
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tfoot>
        )}
      </Table>
    </section>
  )
}

function Notes({ ageing }: { ageing: ClientAgeing }) {
  const zone = useZone()
  const { clientId, notes } = ageing
  return (
    <section {...card} aria-label="Notes de recouvrement">
      <Stack>
        <SectionTitle>Notes de recouvrement</SectionTitle>
        <NoteForm key={notes.length} clientId={clientId} />
        {notes.map(({ id, text, followUpOn, writtenBy, createdAt }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text>{text}</Text>
            <Hint>
              {[formatInstant(createdAt, zone), writtenBy, followUpOn && `suivi le ${formatDate(followUpOn)}`].filter(Boolean).join(' · ')}
            </Hint>
          </div>
        ))}
      </Stack>
    </section>
  )
}

function Stops({ ageing: { stops } }: { ageing: ClientAgeing }) {
  if (stops.length === 0) return null
  return (
    <section {...card} aria-label="Suspensions du service">
      <Stack gap="xs">
        <SectionTitle>Suspensions du service</SectionTitle>
        {stops.map(({ id, fromDay, untilDay, stoppedBy, resumedBy }) => (
          <Group key={id} gap="xs">
            <Text>{untilDay ? `Du ${formatDate(fromDay)}, repris le ${formatDate(untilDay)}` : `Depuis le ${formatDate(fromDay)}`}</Text>
            <Hint>{[stoppedBy, resumedBy !== stoppedBy && resumedBy].filter(Boolean).join(' · ')}</Hint>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
