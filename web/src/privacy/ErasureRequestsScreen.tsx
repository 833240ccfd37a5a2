import type { Erasure } from '@bordee/core/privacy/erasure.ts'
import { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import { erasureAnswer, type ReceivedErasure } from '@bordee/core/privacy/privacy.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { Status } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import { DrawerTitle, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { EraseButton } from './EraseButton.tsx'
import { ErasureReport } from './ErasureReport.tsx'
import classes from './privacy.module.css'

const standings = { waiting: 'À traiter', answered: 'Répondue' } as const
const standingOf = ({ answeredAt }: ReceivedErasure) => (answeredAt ? 'answered' : 'waiting')

const columns: GridColumn<ReceivedErasure>[] = [
  { id: 'createdAt', label: 'Reçue le', kind: 'instant', value: ({ createdAt }) => createdAt, size: 150 },
  { id: 'email', label: 'Demandée par', value: ({ email }) => email, size: 260 },
  { id: 'folders', label: 'Dossiers', value: ({ folders }) => folders.map(({ name }) => name).join(', '), size: 240 },
  {
    id: 'standing',
    label: 'Statut',
    kind: 'choice',
    choices: standings,
    value: standingOf,
    cell: (request) => <Standing {...request} />,
    size: 120,
  },
  { id: 'outcome', label: 'Ce qui a été fait', value: ({ outcome }) => outcome, size: 320 },
  { id: 'answeredBy', label: 'Répondue par', value: ({ answeredBy }) => answeredBy, size: 170 },
]

function Standing(request: ReceivedErasure) {
  const standing = standingOf(request)
  return <Status tone={standing === 'answered' ? 'good' : 'attention'}>{standings[standing]}</Status>
}

// erasure-requests/:requestId?: who asked to be erased, and what was done (docs/product/privacy.md).
export function ErasureRequestsScreen() {
  const requests = useCall(privacyCalls.listErasureRequests)
  const [requestId, open] = useOpenInUrl('/dashboard/erasure-requests/{-$requestId}')
  return (
    <>
      <PageHeader
        title="Demandes de suppression"
        description="La loi vous donne trente jours pour répondre à un client qui demande que ses renseignements soient supprimés."
      />
      <div className={classes.requests}>
        <DataGrid
          gridId="erasure-requests"
          label="Demandes de suppression"
          {...rowsOf(requests)}
          columns={columns}
          exportAs="demandes-de-suppression"
          openId={requestId}
          onOpenChange={open}
          detail={(request) => <Detail key={request.id} request={request} />}
          empty={{
            title: 'Aucune demande',
            description: 'Les clients qui demandent la suppression de leurs renseignements dans leur espace client apparaissent ici.',
          }}
        />
      </div>
      <WithoutRequest />
    </>
  )
}

/** What the office erased on its own: the folders may be gone, the reports stay here. */
function WithoutRequest() {
  const erasures = useCall(privacyCalls.listErasures)
  const own = erasures.data?.filter(({ requestId }) => requestId === null) ?? []
  if (erasures.isError) return <BrokenPart title="Impossible de charger les effacements" onRetry={() => void erasures.refetch()} />
  if (own.length === 0) return null
  return (
    <section className="bordee-card" style={{ padding: 20, marginTop: 24 }} aria-labelledby="without-request">
      <Stack>
        <SectionTitle id="without-request">Effacements sans demande écrite</SectionTitle>
        {own.map((erasure, i) => (
          <Unrequested key={erasure.id} erasure={erasure} isLast={i === own.findIndex(({ folders }) => isOf(folders, erasure))} />
        ))}
      </Stack>
    </section>
  )
}

const isOf = (folders: Erasure['folders'], { folders: [folder] }: Erasure) => folders.some(({ id }) => id === folder?.id)

/** What stays can be erased later, for instance once a claim is closed, although the folder is gone. */
function Unrequested({ erasure, isLast }: { erasure: Erasure; isLast: boolean }) {
  const erase = useAction(privacyCalls.eraseClient, { done: 'Renseignements effacés', failed: 'Impossible d’effacer les renseignements.' })
  const [folder] = erasure.folders
  return (
    <>
      <ErasureReport erasure={erasure} />
      {folder && isLast && erasure.parts.some(({ kept }) => kept.length > 0) && (
        <EraseButton name={folder.name} busy={erase.isPending} onErase={() => erase.mutateAsync({ id: folder.id })} />
      )}
    </>
  )
}

function Detail({ request }: { request: ReceivedErasure }) {
  const zone = useZone()
  const { id: requestId, email, createdAt, folders, outcome, answeredAt, answeredBy } = request
  const erasures = useCall(privacyCalls.listErasures)
  const erase = useAction(privacyCalls.eraseRequested, {
    done: 'Renseignements effacés, le client reçoit le rapport',
    failed: 'Impossible d’effacer les renseignements.',
  })
  const own = erasures.data?.filter((erasure) => erasure.requestId === requestId) ?? []
  return (
    <Stack>
      <DrawerTitle style={{ overflowWrap: 'anywhere' }}>{email}</DrawerTitle>
      <Text>{`Demande reçue le ${formatInstant(createdAt, zone)}.`}</Text>
      {folders.length > 0 ? (
        <div>
          <Text fw={600}>Dossiers à ce courriel</Text>
          {folders.map(({ id, name }) => (
            <Anchor key={id} component={Link} to={`/dashboard/client-folders/edit/${id}`} display="block">
              {name}
            </Anchor>
          ))}
        </div>
      ) : (
        <Text>Plus aucun dossier ne porte ce courriel.</Text>
      )}
      {own.map((erasure) => (
        <ErasureReport key={erasure.id} erasure={erasure} />
      ))}
      <EraseButton name={email} busy={erase.isPending} onErase={() => erase.mutateAsync({ id: requestId })} />
      {answeredAt ? (
        <div>
          <Text fw={600}>{`Répondue le ${formatInstant(answeredAt, zone)} par ${answeredBy}`}</Text>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{outcome}</Text>
        </div>
      ) : (
        <Answer id={requestId} />
      )}
    </Stack>
  )
}

function Answer({ id }: { id: string }) {
  const form = useForm(erasureAnswer, { defaultValues: { outcome: '' } })
  const answer = useAction(privacyCalls.answerErasureRequest, {
    done: 'Réponse envoyée au client',
    failed: 'Impossible d’envoyer la réponse.',
  })
  return (
    <Form form={form} onSubmit={(values) => answer.mutateAsync({ id, ...values }).catch(() => undefined)} problem={answer.error}>
      <TextareaField
        name={fieldsOf(form)('outcome')}
        label="Ce qui a été fait"
        description="Par exemple ce qui a été supprimé, et ce que la loi vous oblige à garder. Ce texte part au client."
        limit={1000}
        required
      />
      <SubmitButton>Envoyer la réponse</SubmitButton>
    </Form>
  )
}
