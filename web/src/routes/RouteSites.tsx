import { exclusionReason } from '@bordee/core/routes/exclusion.ts'
import { type Whereabouts, withSiteAt, withSiteAtNumber } from '@bordee/core/routes/places.ts'
import { exclusionTexts } from '@bordee/core/routes/route.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { count } from '@bordee/core/text.ts'
import { ActionIcon, Button, Menu, MultiSelect } from '@mantine/core'
import { IconDots, IconGripVertical, IconRoute } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import classes from './routes.module.css'

interface Props {
  sites: Site[]
  /** Site ids. */
  order: string[]
  serviceIds: string[]
  onChange: (order: string[]) => void
}

/** A chosen site goes straight into the route, so the picker never holds any. */
const none: string[] = []

/** A route's sites in order: drag them, move them with the arrows, type a number, or insert before or after another. */
export function RouteSites({ sites, order, serviceIds, onChange }: Props) {
  const byId = useMemo(() => new Map(sites.map((site) => [site.id, site])), [sites])
  const [said, setSaid] = useState('')
  const [where, setWhere] = useState<Whereabouts>({ at: 'end' })
  const picker = useRef<HTMLInputElement>(null)
  const rows = useRef(new Map<string, HTMLElement>()).current

  function move(id: string, next: string[]) {
    onChange(next)
    setSaid(`${byId.get(id)?.name}\u00a0: position ${next.indexOf(id) + 1} sur ${next.length}`)
  }
  function moveByKeyboard(id: string, number: number) {
    move(id, withSiteAtNumber(order, id, number))
    // The row has moved; move the focus with it.
    requestAnimationFrame(() => rows.get(id)?.querySelector<HTMLElement>('[data-grip]')?.focus())
  }
  function insert(next: Whereabouts) {
    setWhere(next)
    requestAnimationFrame(() => picker.current?.focus())
  }
  /** The site chosen next follows this one. */
  function add(id: string) {
    move(id, withSiteAt(order, id, where))
    if ('site' in where) setWhere({ at: 'after', site: id })
  }

  const free = sites.filter(({ id }) => !order.includes(id))
  const neighbour = 'site' in where ? byId.get(where.site)?.name : undefined
  return (
    <section className={`bordee-card ${classes.sites}`} aria-label="Points de service du trajet">
      <header>
        <SectionTitle>Points de service</SectionTitle>
        <Hint>{count(order.length, 'point')} de service</Hint>
      </header>
      <div className={classes.adding}>
        <MultiSelect
          ref={picker}
          label={
            neighbour ? `Insérer ${where.at === 'before' ? 'avant' : 'après'} «\u00a0${neighbour}\u00a0»` : 'Ajouter des points de service'
          }
          placeholder="Client, nom ou adresse"
          searchable
          clearSearchOnChange={false}
          limit={50}
          data={free.map((site) => ({ value: site.id, label: `${site.customerName} – ${addressLine(site.address)}` }))}
          value={none}
          onChange={([chosen]) => chosen && add(chosen)}
          nothingFoundMessage="Aucun point de service"
        />
        {neighbour && (
          <Button variant="default" onClick={() => setWhere({ at: 'end' })}>
            Terminer
          </Button>
        )}
      </div>
      <p className="bordee-visually-hidden" role="status">
        {said}
      </p>
      {order.length === 0 ? (
        <EmptyState
          icon={<IconRoute />}
          title="Aucun point de service"
          description={
            sites.length
              ? 'Ajoutez-en un\u00a0: il prendra la première place.'
              : 'Un trajet passe par les points de service de vos clients.'
          }
          action={
            sites.length === 0 && <LinkButton to="/dashboard/client-folders/sites/create">Créer un premier point de service</LinkButton>
          }
        />
      ) : (
        <Stops
          {...{ byId, order, serviceIds, rows, move, moveByKeyboard, insert }}
          onRemove={(id) => onChange(order.filter((one) => one !== id))}
        />
      )}
    </section>
  )
}

interface StopsProps {
  byId: Map<string, Site>
  order: string[]
  serviceIds: string[]
  rows: Map<string, HTMLElement>
  move: (id: string, next: string[]) => void
  moveByKeyboard: (id: string, number: number) => void
  insert: (where: Whereabouts) => void
  onRemove: (id: string) => void
}

function Stops({ byId, order, serviceIds, rows, move, moveByKeyboard, insert, onRemove }: StopsProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<{ site: string; at: 'before' | 'after' } | null>(null)

  function hover(event: DragEvent<HTMLElement>, site: string) {
    if (!dragged) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = event.clientY < top + height / 2 ? 'before' : 'after'
    if (over?.site !== site || over.at !== at) setOver({ site, at })
  }
  function drop() {
    if (dragged && over && over.site !== dragged) move(dragged, withSiteAt(order, dragged, over))
    stay()
  }
  function stay() {
    setDragged(null)
    setOver(null)
  }
  function press(event: KeyboardEvent, id: string, number: number) {
    const to = { ArrowUp: number - 1, ArrowDown: number + 1, Home: 1, End: order.length }[event.key]
    if (to === undefined) return
    event.preventDefault()
    moveByKeyboard(id, to)
  }

  return (
    <ol className={classes.stops}>
      {order.map((id, i) => {
        const site = byId.get(id)
        const reason = site ? exclusionReason(site, serviceIds) : null
        return (
          <li
            key={id}
            ref={(element) => void (element ? rows.set(id, element) : rows.delete(id))}
            className={classes.stop}
            data-dragged={dragged === id || undefined}
            data-over={over?.site === id && dragged !== id ? over.at : undefined}
            onDragOver={(event) => hover(event, id)}
            onDrop={(event) => {
              event.preventDefault()
              drop()
            }}
          >
            <button
              type="button"
              data-grip
              className={classes.grip}
              draggable
              aria-label={`Déplacer ${site?.name}, position ${i + 1}. Flèches haut et bas pour déplacer.`}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', site?.name ?? '')
                setDragged(id)
              }}
              onDragEnd={stay}
              onKeyDown={(event) => press(event, id, i + 1)}
            >
              <IconGripVertical size={17} aria-hidden />
            </button>
            <NumberInCell
              number={i + 1}
              label={`Position de ${site?.name}`}
              onNumber={(number) => move(id, withSiteAtNumber(order, id, number))}
            />
            <span className={classes.what}>
              {site && titleOf(site)}
              <small>{site && addressLine(site.address)}</small>
              {reason && <Status tone="attention">{exclusionTexts[reason]}</Status>}
            </span>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size={34} aria-label={`Actions pour ${site?.name}`}>
                  <IconDots size={17} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => insert({ at: 'before', site: id })}>Insérer avant…</Menu.Item>
                <Menu.Item onClick={() => insert({ at: 'after', site: id })}>Insérer après…</Menu.Item>
                <Menu.Item onClick={() => move(id, withSiteAt(order, id, { at: 'start' }))}>Mettre au début</Menu.Item>
                <Menu.Item onClick={() => move(id, withSiteAt(order, id, { at: 'end' }))}>Mettre à la fin</Menu.Item>
                <Menu.Item color="red" onClick={() => onRemove(id)}>
                  Retirer du trajet
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        )
      })}
    </ol>
  )
}

/** Omits the site's name when it only repeats its street. */
const titleOf = ({ customerName, name, address }: Site) =>
  addressLine(address).startsWith(name) ? customerName : `${customerName} – ${name}`

/** A 1-based position, applied on blur or Enter. */
function NumberInCell({ number, label, onNumber }: { number: number; label: string; onNumber: (number: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  function settle() {
    const wanted = Number(typed)
    setTyped(null)
    if (typed && Number.isFinite(wanted) && wanted !== number) onNumber(wanted)
  }
  return (
    <input
      className={classes.number}
      inputMode="numeric"
      aria-label={label}
      value={typed ?? number}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault() // Enter applies the number; it must not submit the form
        settle()
      }}
    />
  )
}
