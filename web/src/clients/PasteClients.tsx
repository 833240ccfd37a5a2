import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { mostPasted, readPasted } from '@bordee/core/clients/pasted-clients.ts'
import { count } from '@bordee/core/text.ts'
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { notify } from '../ui/notify.ts'
import { Hint } from '../ui/words.tsx'

/** Creates the clients of a small list, one by one as the form would. Lines that are refused stay in the box. */
export function PasteClients({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const create = useAction(clientCalls.createClient, { failed: 'Erreur lors de l’ajout' })
  const lines = readPasted(text)
  const ready = lines.flatMap(({ text: line, read }) => ('input' in read ? [{ line, input: read.input }] : []))
  const problems = lines.flatMap(({ read }) => ('problem' in read ? read.problem : []))
  const isTooLong = lines.length > mostPasted

  async function createAll() {
    setBusy(true)
    const made = new Set<string>()
    for (const { line, input } of ready) {
      const isMade = await create.mutateAsync(input).then(
        () => true,
        () => false,
      )
      if (!isMade) break // the notice says why; the rest stays
      made.add(line)
    }
    setBusy(false)
    const left = lines.filter(({ text: line }) => !made.has(line))
    setText(left.map(({ text: line }) => line).join('\n'))
    if (made.size > 0) notify('success', `${count(made.size, 'client créé', 'clients créés')}`)
    if (left.length === 0) void navigate({ to: '/dashboard/client-folders/list' })
  }

  return (
    <Dialog opened={opened} onClose={onClose} title="Coller une liste de clients" size="lg">
      <Stack>
        <Textarea
          label="Un client par ligne"
          description="Nom, adresse, téléphone et courriel, entre des tabulations, des points-virgules ou des virgules."
          placeholder={'Luc Roy; 12, rue Cartier, Lévis; 418 555-0101; luc@exemple.ca'}
          autosize
          minRows={6}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isTooLong && (
          <Alert color="amber" icon={<IconAlertTriangle />}>
            Collez au plus {mostPasted} lignes à la fois. Pour une liste plus longue, envoyez-nous votre fichier.
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert color="amber" icon={<IconAlertTriangle />} title={count(problems.length, 'ligne à corriger', 'lignes à corriger')}>
            {problems.slice(0, 5).map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Alert>
        )}
        <Group justify="space-between">
          <Hint>{lines.length > 0 && `${count(ready.length, 'client prêt', 'clients prêts')} sur ${lines.length}`}</Hint>
          <Button disabled={ready.length === 0 || isTooLong} loading={isBusy} onClick={() => void createAll()}>
            {ready.length > 0 ? `Créer ${count(ready.length, 'client')}` : 'Créer les clients'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
