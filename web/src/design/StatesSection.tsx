import { Problem } from '@bordee/core/problem.ts'
import { Button, Group, Notification, Stack } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { askText, confirm, confirmByName } from '../ui/dialogs.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { BrokenPart, EmptyState, LoadingPage } from '../ui/states.tsx'
import { Sample, Samples } from './Sample.tsx'

export function StatesSection() {
  return (
    <Samples>
      <Sample name="Vide">
        <div className="bordee-card">
          <EmptyState
            icon={<IconTruck />}
            title="Aucun camion en route"
            description="Les trajets en cours apparaîtront ici, en direct."
            action={<Button variant="default">Voir l’historique</Button>}
          />
        </div>
      </Sample>
      <Sample name="Brisé (texte de la spécification, sic)">
        <div className="bordee-card">
          <BrokenPart onRetry={() => {}} />
        </div>
      </Sample>
      <Sample name="Chargement d’une page">
        <LoadingPage />
      </Sample>
      <Sample name="Messages">
        <Stack gap="xs">
          <Notification color="spruce">Modifications sauvegardées</Notification>
          <Notification color="amber.6">Le contrat est déjà signé.</Notification>
          <Notification color="red.7">Impossible de supprimer le trajet.</Notification>
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => notify('success', 'Modifications sauvegardées')}>
              Succès
            </Button>
            <Button variant="default" size="xs" onClick={() => notifyFailure(new Problem(409, 'Le contrat est déjà signé.'), 'Erreur')}>
              Avertissement
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={() => notifyFailure(new TypeError('Failed to fetch'), 'Impossible de supprimer le trajet.')}
            >
              Échec
            </Button>
          </Group>
        </Stack>
      </Sample>
      <Sample name="Questions">
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              void confirm({ title: 'Envoyer 12 contrats?', message: 'Chaque client recevra un courriel.', confirm: 'Envoyer' })
            }
          >
            Confirmer
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              void confirm({
                title: 'Supprimer 3 clients?',
                message: 'Cette action est irréversible.',
                confirm: 'Supprimer',
                destructive: true,
              })
            }
          >
            Supprimer…
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => void confirmByName({ title: 'Supprimer la compagnie', name: 'Déneigement Boréal', message: 'Tout sera perdu.' })}
          >
            Par le nom…
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => void askText({ title: 'Dupliquer le modèle', label: 'Nom', value: 'Résidentiel (Copie)', confirm: 'Dupliquer' })}
          >
            Demander un texte…
          </Button>
        </Group>
      </Sample>
    </Samples>
  )
}
