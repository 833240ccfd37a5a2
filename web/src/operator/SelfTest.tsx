import { formatNumber } from '@bordee/core/text.ts'
import { useEffect, useState } from 'react'
import type { Reception, Wakefulness } from './receiver.ts'

interface Props {
  reception: Reception
  wakefulness: Wakefulness
  records: boolean
  onClose: () => void
}

type Result = { is: 'good' | 'bad' | 'unsure'; text: string; help?: string }

/** Checks, before the storm, for anything that would keep the office from seeing the operator's position. */
export function SelfTest({ reception, wakefulness, records, onClose }: Props) {
  const storage = useStorage()
  const results: [string, Result][] = [
    ['Position', records ? positionResult(reception) : { is: 'bad', text: 'Vous avez refusé qu’elle soit enregistrée.' }],
    ['Écran allumé', wakeResult(wakefulness)],
    ['Réseau', networkResult()],
    ['Mémoire', storage],
  ]
  return (
    <main className="page">
      <header className="top">
        <h1>Autotest du téléphone</h1>
      </header>
      <ul className="tests">
        {results.map(([name, { is, text, help }]) => (
          <li key={name} data-is={is}>
            <strong>{name}</strong>
            <span>{text}</span>
            {help && <span className="quiet">{help}</span>}
          </li>
        ))}
      </ul>
      <button type="button" className="button main" onClick={onClose}>
        Fermer
      </button>
    </main>
  )
}

function positionResult(reception: Reception): Result {
  if (reception.is === 'good') {
    const metres = Math.round(reception.position.accuracy ?? 0)
    return metres <= 20
      ? { is: 'good', text: `Précise à ${metres} m.` }
      : { is: 'unsure', text: `Précise à ${metres} m seulement.`, help: 'Placez le téléphone près du pare-brise.' }
  }
  if (reception.is === 'forbidden')
    return {
      is: 'bad',
      text: 'Le téléphone l’interdit à cette page.',
      help: 'Dans les réglages du téléphone, permettez la position précise au navigateur, puis rechargez la page.',
    }
  return { is: 'unsure', text: 'Recherche du signal…', help: 'À l’intérieur, le signal peut manquer.' }
}

const wakeResult = (wakefulness: Wakefulness): Result =>
  wakefulness === 'kept'
    ? { is: 'good', text: 'Il le reste tant que cette page est ouverte.' }
    : {
        is: 'bad',
        text: 'Ce téléphone peut s’endormir, et n’enregistre alors rien.',
        help: 'Branchez-le, désactivez l’économie d’énergie et réglez la mise en veille sur «\u00a0Jamais\u00a0».',
      }

const networkResult = (): Result =>
  navigator.onLine
    ? { is: 'good', text: 'Connecté.' }
    : { is: 'unsure', text: 'Hors ligne.', help: 'Ce que vous faites est gardé et partira plus tard.' }

/** Below this much free space, in bytes, the page warns. */
const littleSpace = 50_000_000

/** A full phone may delete a page's data unless it has granted persistent storage. */
function useStorage(): Result {
  const [isKept, setKept] = useState<boolean | null>(null)
  const [free, setFree] = useState<number | null>(null)
  useEffect(() => {
    void navigator.storage?.persist?.().then(setKept)
    void navigator.storage?.estimate?.().then(({ quota, usage }) => setFree(quota === undefined ? null : quota - (usage ?? 0)))
  }, [])
  const space = free === null ? '' : ` Espace libre\u00a0: ${formatNumber(Math.floor(free / 1_000_000))}\u00a0Mo.`
  if (free !== null && free < littleSpace)
    return { is: 'bad', text: `Il reste très peu de place.${space}`, help: 'Effacez des photos ou des applications.' }
  if (isKept) return { is: 'good', text: `Ce qui attend est gardé, même sans batterie.${space}` }
  return {
    is: 'unsure',
    text: `Ce qui attend est gardé, sauf si le téléphone manque de place.${space}`,
    help: 'Installez cette page sur l’écran d’accueil.',
  }
}
