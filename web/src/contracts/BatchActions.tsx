import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { type ContractStatus, contractStatusNames, statusChoices } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Menu, type MenuItemProps } from '@mantine/core'
import { IconArchive, IconChevronDown, IconMailForward, IconPrinter, IconRefresh, IconReload } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { saying, type Why } from '../ui/WhyButton.tsx'
import { ContractStatus as StatusPill } from './ContractStatus.tsx'
import { showConflicts, showOutcomes } from './showOutcomes.tsx'
import { usePrint } from './usePrint.tsx'
import { useSend } from './useSend.ts'

const mostAtOnce = 500

interface Props {
  chosen: ContractInGrid[]
  onDone: () => void
  /** The drafts that a renewal made. */
  onRenewed: (ids: string[]) => void
}

/** Actions on 1 to 500 ticked contracts; each applies to all of them or to none. */
export function BatchActions({ chosen, onDone, onRenewed }: Props) {
  const can = useCan()
  const change = useAction(contractCalls.setContractStatuses, { failed: 'Impossible de modifier le statut.', after: onDone })
  const archive = useAction(contractCalls.setContractStatuses, {
    done: 'Contrats archivés',
    failed: 'Impossible d’archiver les contrats.',
    after: onDone,
  })
  const sync = useAction(contractCalls.syncContracts, {
    failed: 'Impossible de synchroniser vos contrats.',
    after: ({ updatedCount }) =>
      notify('success', updatedCount ? `${changed(updatedCount)} à jour` : 'Tous les contrats étaient déjà à jour'),
  })
  const renew = useAction(contractCalls.renewContracts, {
    failed: 'Impossible de renouveler les contrats.',
    after: async ({ createdIds, skippedContracts }) => {
      onDone()
      if (createdIds.length) {
        notify('success', `${count(createdIds.length, 'brouillon')} pour la prochaine saison`)
        onRenewed(createdIds)
      }
      if (skippedContracts.length === 0) return
      const others = skippedContracts.filter(({ mayRenewAnyway }) => mayRenewAnyway).map(({ id }) => id)
      const isSure = await showOutcomes(
        'Certains contrats n’ont pas été renouvelés',
        skippedContracts.map(({ id, contractNumber, message }) => ({ id, title: `Contrat ${contractNumber}`, text: message })),
        others.length ? `Renouveler quand même ${count(others.length, 'contrat')}` : undefined,
      )
      if (isSure) renew.mutate({ contractIds: others, anyway: true })
    },
  })

  const printing = usePrint(onDone)
  const sending = useSend(onDone)

  const contractIds = chosen.map(({ id }) => id)
  const tooMany = chosen.length > mostAtOnce && `Sélectionnez au plus ${mostAtOnce} contrats.`
  const why = chosen.length === 0 ? 'Sélectionnez d’abord des contrats.' : tooMany
  const these = count(chosen.length, 'contrat')

  async function askThenChange(status: ContractStatus) {
    const sure = await confirm({
      title: `Passer ${these} au statut «\u00a0${contractStatusNames[status]}\u00a0»?`,
      message: 'Ce changement de statut est irréversible.',
      confirm: 'Changer le statut',
    })
    if (sure) change.mutate({ contractIds, status }, { onSuccess: () => notify('success', 'Statut modifié'), onError: showConflicts })
  }

  async function askThenArchive() {
    const sure = await confirm({
      title: `Archiver ${these}?`,
      message: 'Un contrat archivé ne change plus. Ses paiements et son historique sont gardés. Cette action est irréversible.',
      confirm: 'Archiver',
      destructive: true,
    })
    if (sure) archive.mutate({ contractIds, status: 'canceled' }, { onError: showConflicts })
  }

  async function askThenSync() {
    const sure = await confirm({
      title: chosen.length ? `Synchroniser ${these}?` : 'Synchroniser tous les contrats qui n’ont pas été lus?',
      message:
        'Les renseignements du client, du point de service et de la compagnie sont mis à jour dans les brouillons, et dans les ' +
        'contrats envoyés ou imprimés que leur client n’a pas encore lus. Là où le total ou le courriel change, le contrat redevient ' +
        'un brouillon.',
      confirm: 'Synchroniser',
    })
    if (sure) sync.mutate(chosen.length ? { contractIds } : {})
  }

  async function askThenRenew() {
    const sure = await confirm({
      title: `Renouveler ${these}?`,
      message:
        'Un brouillon est préparé pour la prochaine saison, une année plus tard, ' +
        'avec l’augmentation annuelle de chaque service. Les contrats choisis ne changent pas.',
      confirm: 'Renouveler',
    })
    if (sure) renew.mutate({ contractIds })
  }

  const busy = change.isPending || archive.isPending || sync.isPending || renew.isPending || printing.isPending || sending.isPending
  const offered = why ? [] : choicesOf(chosen)
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={busy}>
            Actions{chosen.length ? ` (${chosen.length})` : ''}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {can(contractCalls.sendContracts) && (
            <WhyItem leftSection={<IconMailForward size={16} />} why={why} onClick={() => void sending.send(chosen)}>
              Envoyer par courriel
            </WhyItem>
          )}
          {can(contractCalls.printContracts) && (
            <WhyItem leftSection={<IconPrinter size={16} />} why={why} onClick={() => void printing.print(chosen)}>
              Imprimer
            </WhyItem>
          )}
          {can(contractCalls.syncContracts) && (
            <WhyItem leftSection={<IconReload size={16} />} why={tooMany} onClick={() => void askThenSync()}>
              {chosen.length ? 'Synchroniser les renseignements' : 'Synchroniser les contrats non signés'}
            </WhyItem>
          )}
          {can(contractCalls.renewContracts) && (
            <WhyItem leftSection={<IconRefresh size={16} />} why={why} onClick={() => void askThenRenew()}>
              Renouveler pour la prochaine saison
            </WhyItem>
          )}
          {offered.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>Changer le statut</Menu.Label>
              {offered.map((status) => (
                <Menu.Item key={status} onClick={() => void askThenChange(status)}>
                  <StatusPill status={status} />
                </Menu.Item>
              ))}
            </>
          )}
          <Menu.Divider />
          <WhyItem color="red" leftSection={<IconArchive size={16} />} why={why} onClick={() => void askThenArchive()}>
            Archiver
          </WhyItem>
        </Menu.Dropdown>
      </Menu>
      {printing.progress}
    </>
  )
}

function WhyItem({ why, onClick, ...props }: { why: Why; onClick: () => void } & MenuItemProps) {
  return <Menu.Item onClick={onClick} {...props} {...(why && { ...saying(why), closeMenuOnClick: false, opacity: 0.6 })} />
}

const changed = (n: number) => `${count(n, 'contrat')} mis`

/** The statuses that every ticked contract may take. */
function choicesOf(contracts: readonly ContractInGrid[]): ContractStatus[] {
  const each = contracts.map((contract) => statusChoices({ ...contract, hasPayments: hasPayments(contract) }))
  return (each[0] ?? []).filter((status) => each.every((choices) => choices.includes(status)))
}

const hasPayments = ({ amountLeft, totalPrice, overpaidAmount }: ContractInGrid) => amountLeft < totalPrice || overpaidAmount > 0
