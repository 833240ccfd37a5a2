import type { TrialNight } from '@bordee/core/onboarding/trial-night.ts'
import type { Board } from '@bordee/core/operations/board.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Progress, Skeleton, Title } from '@mantine/core'
import { IconLayoutDashboard, IconTruck } from '@tabler/icons-react'
import { useRef } from 'react'
import { serverAhead } from '../contact.ts'
import { SixNumbers } from '../operations/SixNumbers.tsx'
import { useBoard, useSites } from '../operations/useBoard.ts'
import { useNow } from '../runs/positions.ts'
import type { Truck } from '../runs/truck.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import classes from './onboarding.module.css'
import { PhoneFrame } from './PhoneFrame.tsx'
import { summaryOf, timeLeft } from './trialWords.ts'
import { useEndTrialNight, useTrialNight } from './useTrialNight.ts'

const BoardMap = lazyComponent(
  async () => (await import('../operations/BoardMap.tsx')).BoardMap,
  () => <Skeleton height="100%" radius={12} />,
)

/** The board of the night, and a resident's phone beside it. */
export function TrialLive({ companyId }: { companyId: string }) {
  const night = useTrialNight()
  return (
    <Loaded query={night} pick={itself} what="Nuit d’essai" home="/dashboard">
      {(shown) => (
        <div className={classes.live}>
          <Header night={shown} />
          <div className={classes.stage}>
            <div className={classes.board}>{shown.operationId && <LiveBoard id={shown.operationId} companyId={companyId} />}</div>
            <div className={classes.beside}>
              <PhoneFrame messages={shown.messages} />
              <OwnPhone />
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Header({ night }: { night: TrialNight }) {
  const end = useEndTrialNight()
  const now = useNow(1000) + serverAhead()
  const { operationId, isOver, doneCount, stopsCount } = night
  return (
    <header className={classes.liveHeader}>
      <div>
        <Title order={1}>{isOver ? 'Voilà une nuit avec Bordée' : 'Nuit d’essai'}</Title>
        <p className={classes.hint} role="status">
          {isOver
            ? `${summaryOf(night, now)} La prochaine sera la vraie.`
            : `${count(doneCount, 'arrêt fait', 'arrêts faits')} sur ${stopsCount} · encore ${timeLeft(night, now)}`}
        </p>
      </div>
      <div className={classes.liveActions}>
        {operationId && (
          <LinkButton to={`/dashboard/operations/${operationId}`} variant="default" leftSection={<IconLayoutDashboard size={17} />}>
            Tableau complet
          </LinkButton>
        )}
        {isOver && (
          <Button loading={end.isPending} onClick={end.end}>
            Terminer la nuit d’essai
          </Button>
        )}
      </div>
    </header>
  )
}

function LiveBoard({ id, companyId }: { id: string; companyId: string }) {
  const board = useBoard(id)
  return (
    <Loaded query={board} pick={itself} what="Opération" home="/dashboard/operations">
      {(shown) => <Shown board={shown} companyId={companyId} />}
    </Loaded>
  )
}

function Shown({ board, companyId }: { board: Board; companyId: string }) {
  const sites = useSites(board.operation)
  const trucks = useRef<readonly Truck[]>([])
  return (
    <>
      <SixNumbers board={board} />
      <ul className={classes.trucks} aria-label="Camions">
        {board.rounds.map(({ routeId, routeName, unit, doneCount, sitesCount }) => (
          <li key={routeId} className="bordee-card">
            <IconTruck size={18} aria-hidden />
            <span>
              <strong>{unit}</strong> {routeName}
            </span>
            <span className="bordee-figures">
              {doneCount} / {sitesCount}
            </span>
            <Progress value={sitesCount > 0 ? (100 * doneCount) / sitesCount : 0} aria-label={`Arrêts faits, ${routeName}`} />
          </li>
        ))}
      </ul>
      <section className={classes.map} aria-label="Carte">
        {sites.failed && !sites.rows ? (
          <BrokenPart onRetry={() => void sites.onRetry()} />
        ) : (
          <BoardMap companyId={companyId} rounds={board.rounds} sites={sites.rows ?? none} trucksRef={trucks} onSite={() => undefined} />
        )}
      </section>
    </>
  )
}

/** A constant, so that the map isn't sent the same nothing twice. */
const none: never[] = []

/** The owner's own phone may join as a driver's: it signs in as the owner, who is in the trial night. */
function OwnPhone() {
  return (
    <section className={`${classes.ownPhone} bordee-card`} aria-label="Votre téléphone">
      <QrCode text={`${location.origin}/operateur`} />
      <p>
        <strong>Et au volant?</strong> Balayez ce code avec votre téléphone, connectez-vous et participez à une des tournées&nbsp;: c’est la
        page de vos opérateurs.
      </p>
    </section>
  )
}
