import type { Point } from '@bordee/core/geo.ts'
import type { Pins, ShorterOrder } from '@bordee/core/routes/shorter-order.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'
import { Hint } from '../ui/words.tsx'
import { kilometres } from './kilometres.ts'

/** « Optimiser l’ordre »: proposes a shorter order and shows the saving; changes nothing until the user accepts. */
export function OptimizeButton({ sites, onOrder }: { sites: Site[]; onOrder: (order: string[]) => void }) {
  const [opened, setOpened] = useState(false)
  const placed = sites.filter(({ address }) => address.location)
  return (
    <>
      <WhyButton
        variant="default"
        size="sm"
        leftSection={<IconWand size={16} />}
        why={placed.length < 3 && 'Il faut au moins trois points de service placés sur la carte.'}
        onClick={() => setOpened(true)}
      >
        Optimiser l’ordre
      </WhyButton>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Optimiser l’ordre">
        {opened && (
          <Proposal
            sites={sites}
            onApply={(order) => {
              onOrder(order)
              setOpened(false)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function Proposal({ sites, onApply }: { sites: Site[]; onApply: (order: string[]) => void }) {
  const [pins, setPins] = useState<Required<Pins>>({ first: true, last: false })
  const [placed, lost] = useMemo(
    () => [sites.filter(({ address }) => address.location), sites.filter(({ address }) => !address.location)],
    [sites],
  )
  const found = useShorterOrder(placed, pins)
  const pin = (end: keyof Pins, label: string) => (
    <Checkbox
      label={label}
      checked={pins[end]}
      onChange={({ currentTarget: { checked } }) => setPins((now) => ({ ...now, [end]: checked }))}
    />
  )
  const saved = found ? found.givenMetres - found.metres : 0
  return (
    <Stack>
      {pin('first', 'Garder le premier point de service en premier')}
      {pin('last', 'Garder le dernier point de service en dernier')}
      {!found && (
        <Group gap="sm">
          <Loader size="sm" />
          <Text size="sm">Recherche d’un ordre plus court…</Text>
        </Group>
      )}
      {found && (
        <div role="status">
          {saved < 1 ? (
            <Text>L’ordre actuel est déjà le plus court que nous ayons trouvé&nbsp;: {kilometres(found.givenMetres)} à vol d’oiseau.</Text>
          ) : (
            <>
              <Text fw={650} size="lg">
                {kilometres(saved)} de moins
              </Text>
              <Hint>
                De {kilometres(found.givenMetres)} à {kilometres(found.metres)}, à vol d’oiseau.
                {lost.length > 0 && ' Les points de service sans position restent à la fin.'}
              </Hint>
            </>
          )}
        </div>
      )}
      <Button
        disabled={!found || saved < 1}
        onClick={() => found && onApply([...found.order.map((at) => placed[at] as Site), ...lost].map(({ id }) => id))}
      >
        Appliquer cet ordre
      </Button>
    </Stack>
  )
}

/** Undefined while the worker searches. */
function useShorterOrder(sites: Site[], { first, last }: Required<Pins>): ShorterOrder | undefined {
  const [found, setFound] = useState<ShorterOrder>()
  useEffect(() => {
    setFound(undefined)
    const worker = new Worker(new URL('./shorterOrder.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<ShorterOrder>) => setFound(data)
    worker.postMessage([sites.map(({ address }) => address.location as Point), { first, last }])
    return () => worker.terminate()
  }, [sites, first, last])
  return found
}
