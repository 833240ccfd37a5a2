import { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useAction } from '../calls.ts'
import { AppearanceCard } from '../ui/AppearanceCard.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './portal.module.css'

// client/data: the data held about the client, to download or have erased (docs/product/privacy.md).
export const PortalDataScreen = () => (
  <>
    <PageHeader title="Mes données" />
    <Stack gap="lg">
      <TakeAlong />
      <AskForErasure />
      <AppearanceCard />
    </Stack>
  </>
)

function TakeAlong() {
  const zone = useZone()
  const [pending, setPending] = useState<'sheets' | 'photos' | null>(null)
  const load = async () => (await import('./dataSheets.ts')).workbookOf(await ask(privacyCalls.getPersonalData), zone)
  const download = async () => {
    setPending('sheets')
    await saveFile(load, 'Mes données.xlsx', 'Impossible de télécharger vos données.')
    setPending(null)
  }
  const loadPhotos = async () => {
    const { photos } = await ask(privacyCalls.getPersonalData)
    return (await import('./photosPage.ts')).photosPage(photos, zone)
  }
  const downloadPhotos = async () => {
    setPending('photos')
    await saveFile(loadPhotos, 'Mes photos.html', 'Impossible de télécharger vos photos.')
    setPending(null)
  }
  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Télécharger mes données">
      <Title order={2} mb="xs">
        Télécharger mes données
      </Title>
      <Text mb="md">
        {'Un tableur avec ce que les compagnies qui vous servent conservent ici à votre sujet\u00a0: coordonnées, contrats, paiements, ' +
          'occupants, alertes reçues, et la liste des photos de vos points de service. Les photos elles-mêmes sont dans un second fichier.'}
      </Text>
      <Group>
        <Button leftSection={<IconDownload size={20} />} loading={pending === 'sheets'} onClick={() => void download()}>
          Télécharger mes données
        </Button>
        <Button
          variant="default"
          leftSection={<IconPhoto size={20} />}
          loading={pending === 'photos'}
          onClick={() => void downloadPhotos()}
        >
          Télécharger mes photos
        </Button>
      </Group>
    </section>
  )
}

function AskForErasure() {
  const zone = useZone()
  const request = useAction(privacyCalls.askForErasure, { failed: 'Impossible d’envoyer votre demande pour le moment.' })
  const send = async () => {
    const sure = await confirm({
      title: 'Demander la suppression?',
      message:
        'Votre demande est transmise à chacune des compagnies qui vous servent\u00a0: elle doit vous répondre dans les trente jours.',
      confirm: 'Envoyer la demande',
    })
    if (sure) request.mutate({})
  }
  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Demander la suppression">
      <Title order={2} mb="xs">
        Demander la suppression
      </Title>
      <Text mb="md">
        Vous pouvez demander que vos renseignements personnels soient supprimés. Les contrats signés et leurs paiements sont conservés aussi
        longtemps que la loi l’exige.
      </Text>
      {request.data ? (
        <Alert color="spruce" icon={<IconCircleCheck />} title="Demande transmise" role="status">
          {`${sentence(`Le ${formatInstant(request.data.requestedAt, zone)}, à ${request.data.companyNames.join(', ')}`)} ` +
            'Une copie vous est envoyée par courriel.'}
        </Alert>
      ) : (
        <Button variant="default" loading={request.isPending} onClick={() => void send()}>
          Demander la suppression
        </Button>
      )}
    </section>
  )
}
