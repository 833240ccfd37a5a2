import type { SiteWithoutCondition } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../api.ts'
import { keepFact, readFact } from './kept.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import { useReceiver } from './receiver.ts'
import { Sending, waitingText } from './Sending.tsx'
import type { Shift } from './shift.ts'
import type { Shown } from './shown.ts'
import { Unsent } from './Unsent.tsx'

/** Shown at once: a phone is slow with thousands, and the search finds the others. */
const mostShown = 50

/** Before the first snow, outside of any run: whose « état des lieux » is missing, and the camera. */
export function ConditionsPage({ shift, shown, onClose }: { shift: Shift; shown: Shown; onClose: () => void }) {
  const { sites, isFailed, read } = useSitesWithout(shift.owner)
  const [text, setText] = useState('')
  const reception = useReceiver(shown.consent === true, () => undefined)
  const taken = useTaken(shown)
  const sought = plain(text)
  const found = sites?.filter(({ siteName, siteAddress }) => plain(`${siteName} ${siteAddress}`).includes(sought))
  return (
    <main className="page">
      <header className="top">
        <h1>États des lieux à faire</h1>
        <button type="button" className="close" aria-label="Fermer" onClick={onClose}>
          ✕
        </button>
      </header>
      <Sending shown={shown} />
      <Unsent shift={shift} shown={shown} />
      {isFailed && (
        <section className="card" role="alert">
          <p>La liste n’a pas pu être lue.</p>
          <button type="button" className="button" onClick={() => void read()}>
            Réessayer
          </button>
        </section>
      )}
      {!sites && !isFailed && <p role="status">Chargement…</p>}
      {sites?.length === 0 && <p className="quiet">Chaque point de service actif a son état des lieux de cet automne.</p>}
      {sites && sites.length > 0 && (
        <>
          <p className="quiet">Photographiez chaque entrée avant la neige&nbsp;: bordures, murets, arbustes, asphalte abîmé.</p>
          <label className="search">
            <span className="hidden">Chercher une adresse</span>
            <input type="search" placeholder="Chercher une adresse" value={text} onChange={(event) => setText(event.currentTarget.value)} />
          </label>
        </>
      )}
      {found?.length === 0 && sought !== '' && <p className="quiet">Aucune adresse de ce nom.</p>}
      <ul className="stops">
        {found?.slice(0, mostShown).map(({ siteId, siteName, siteAddress }) => (
          <li key={siteId}>
            <strong>{siteAddress}</strong>
            {siteName !== siteAddress && <span className="quiet">{siteName}</span>}
            {taken(siteId) > 0 && <span role="status">✓ {count(taken(siteId), 'photo prise', 'photos prises')}</span>}
            <PhotoStrip
              shift={shift}
              photos={shown.photos}
              stop={{ siteId, address: siteAddress }}
              markId={null}
              kind="condition"
              position={reception.is === 'good' ? reception.position : null}
              label="Prendre une photo"
            />
          </li>
        ))}
      </ul>
      {found && found.length > mostShown && (
        <p className="quiet">Et {count(found.length - mostShown, 'autre adresse', 'autres adresses')}&nbsp;: cherchez-les par leur rue.</p>
      )}
      <p className="quiet">{waitingText(shown)}</p>
    </main>
  )
}

const plain = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Read once: a site stays in the list while its photos are taken. Without a network, as the phone read it last. */
function useSitesWithout(owner: string) {
  const [sites, setSites] = useState<SiteWithoutCondition[]>()
  const [isFailed, setFailed] = useState(false)
  const read = useCallback(async () => {
    const fact = `sites without condition ${owner}`
    setFailed(false)
    try {
      const all = await ask(photoCalls.listSitesWithoutCondition)
      setSites(all.toSorted((a, b) => a.siteAddress.localeCompare(b.siteAddress, 'fr-CA', { numeric: true })))
      await keepFact(fact, all)
    } catch {
      const kept = await readFact<SiteWithoutCondition[]>(fact)
      if (kept) setSites(kept)
      else setFailed(true)
    }
  }, [owner])
  useEffect(() => void read(), [read])
  return { sites, isFailed, read }
}

/** How many photos of a site were taken since the page opened, sent or not. */
function useTaken({ photos }: Shown): (siteId: string) => number {
  const [all, setAll] = useState<Record<string, string>>({})
  useEffect(() => {
    const conditions = photos.filter(({ kind }) => kind === 'condition')
    if (conditions.length > 0) setAll((before) => ({ ...before, ...Object.fromEntries(conditions.map(({ id, siteId }) => [id, siteId])) }))
  }, [photos])
  return (siteId) => Object.values(all).filter((one) => one === siteId).length
}
