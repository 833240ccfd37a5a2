import { type Network, networkFields, type Policy, policyFields, provisioningCalls } from '@bordee/core/provisioning/provisioning.calls.ts'
import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { IconPlus, IconTrash, IconWifi } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { confirmRemoval } from '../ui/dialogs.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { PasswordField, TextField } from '../ui/form/fields.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import classes from './ProvisioningScreen.module.css'

// /dashboard/provisioning-profiles: the Wi-Fi networks that the fleet's phones join (docs/product/provisioning.md).
export function ProvisioningScreen() {
  const policies = useCall(provisioningCalls.listPolicies)
  const [adding, setAdding] = useState<'policy' | Policy | null>(null)
  const close = () => setAdding(null)
  if (policies.isPending) return <LoadingPage />
  if (!policies.data) return <BrokenPart page onRetry={() => void policies.refetch()} />
  return (
    <>
      <PageHeader
        title="Profils de provisionnement"
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding('policy')}>
            Nouveau profil
          </Button>
        }
      />
      {policies.data.length === 0 ? (
        <EmptyState
          card
          icon={<IconWifi />}
          title="Aucun profil"
          description="Un profil réunit les réseaux Wi-Fi que les téléphones de la flotte connaissent."
          action={<Button onClick={() => setAdding('policy')}>Créer un profil</Button>}
        />
      ) : (
        <div className={classes.policies}>
          {policies.data.map((policy) => (
            <PolicyCard key={policy.id} policy={policy} onAdd={() => setAdding(policy)} />
          ))}
        </div>
      )}
      <Dialog opened={adding === 'policy'} onClose={close} title="Nouveau profil">
        <PolicyForm onDone={close} />
      </Dialog>
      <Dialog opened={adding !== null && adding !== 'policy'} onClose={close} title="Nouveau réseau Wi-Fi">
        {adding !== null && adding !== 'policy' && <NetworkForm policy={adding} onDone={close} />}
      </Dialog>
    </>
  )
}

function PolicyCard({ policy, onAdd }: { policy: Policy; onAdd: () => void }) {
  const remove = useAction(provisioningCalls.deletePolicy, { failed: 'Impossible de supprimer le profil.' })
  const removeNetwork = useAction(provisioningCalls.deleteNetwork, { failed: 'Impossible de retirer le réseau Wi-Fi.' })

  async function askThenRemoveNetwork({ id, ssid }: Network) {
    const sure = await confirmRemoval({
      title: `Retirer le réseau «\u00a0${ssid}\u00a0»?`,
      message: 'Les téléphones de ce profil ne s’y connecteront plus.',
      confirm: 'Retirer',
    })
    if (sure) removeNetwork.mutate({ policyId: policy.id, networkId: id })
  }

  async function askThenRemove() {
    const sure = await confirmRemoval({
      title: `Supprimer «\u00a0${policy.name}\u00a0»?`,
      message: 'Ses réseaux disparaissent avec lui.',
    })
    if (sure) remove.mutate({ id: policy.id })
  }

  return (
    <section className="bordee-card">
      <Stack p="lg" gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <SectionTitle>{policy.name}</SectionTitle>
          <ActionIcon variant="subtle" color="red" aria-label={`Supprimer le profil ${policy.name}`} onClick={() => void askThenRemove()}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
        {policy.networks.length === 0 && <Hint>Aucun réseau.</Hint>}
        {policy.networks.map((network) => (
          <div key={network.id} className={classes.network}>
            <IconWifi size={18} stroke={1.7} />
            <span>
              <strong>{network.ssid}</strong>
              <small>{network.security === 'none' ? 'Réseau ouvert' : 'WPA2'}</small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Retirer ${network.ssid}`}
              onClick={() => void askThenRemoveNetwork(network)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          Ajouter un réseau
        </Button>
      </Stack>
    </section>
  )
}

function PolicyForm({ onDone }: { onDone: () => void }) {
  const form = useForm(policyFields, { defaultValues: { name: '' } })
  const at = fieldsOf(form)
  const create = useAction(provisioningCalls.createPolicy, { failed: 'Impossible de créer le profil.', after: onDone })
  return (
    <Form form={form} onSubmit={(values) => create.mutate(values)} problem={create.error} under="policy" aria-label="Nouveau profil">
      <Stack>
        <TextField name={at('name')} label="Nom du profil" required />
        <SubmitButton busy={create.isPending}>Créer</SubmitButton>
      </Stack>
    </Form>
  )
}

function NetworkForm({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const form = useForm(networkFields, { defaultValues: { ssid: '', passphrase: '' } })
  const at = fieldsOf(form)
  const add = useAction(provisioningCalls.addNetwork, { failed: 'Impossible d’ajouter le réseau Wi-Fi.', after: onDone })
  return (
    <Form
      form={form}
      onSubmit={(values) => add.mutate({ policyId: policy.id, ...values })}
      problem={add.error}
      under="network"
      aria-label="Nouveau réseau Wi-Fi"
    >
      <Stack>
        <TextField name={at('ssid')} label="Nom du réseau (SSID)" required maxLength={32} />
        <PasswordField
          name={at('passphrase')}
          label="Phrase de passe"
          required
          description="De 8 à 63 caractères. Elle ne sera plus montrée."
          fresh
        />
        <SubmitButton busy={add.isPending}>Ajouter</SubmitButton>
      </Stack>
    </Form>
  )
}
