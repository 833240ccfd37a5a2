import { homeCalls } from '@bordee/core/home/home.calls.ts'
import type { Home, HomePart } from '@bordee/core/home/home.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { todayIn } from '@bordee/core/time.ts'
import { weekdayInWords } from '@bordee/core/written-days.ts'
import { BulletinButton } from '../bulletins/BulletinButton.tsx'
import { CallButton } from '../callers/CallButton.tsx'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { Admission } from './Admission.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './home.module.css'
import { MoneyPart } from './MoneyPart.tsx'
import { OpenOperations } from './OpenOperations.tsx'
import { BankPart, DriverlessPart, LastOperationPart, PlatformPart, ShiftPart } from './parts.tsx'
import { SeasonPart } from './SeasonPart.tsx'
import { WaitingPart } from './WaitingPart.tsx'

/** A page that is left open follows the day: something is due, or late, without an event. */
const readEveryMs = 60_000
/** While trucks are out, something changes every few seconds. */
const gapMs = 5000

// home: what matters now, by role.
export function HomeScreen() {
  const { role } = useMe()
  const home = useCall(homeCalls.getHome, {}, { refetchInterval: () => readEveryMs })
  useLive(null, () => home.refetch(), { isUnderWay: Boolean(home.data?.operations?.length), gapMs })
  if (!home.data) return home.isPending ? <LoadingPage /> : <BrokenPart page onRetry={() => void home.refetch()} />
  const [open] = home.data.operations ?? []
  // Who runs the night works on the board itself.
  if (role === 'dispatcher' && open) return <GoTo path={`/dashboard/operations/${open.id}`} />
  return <Page home={home.data} onRetry={() => void home.refetch()} />
}

const partNames: Record<HomePart, string> = {
  operations: 'l’opération en cours',
  waiting: 'ce qui est à traiter',
  money: 'l’argent',
  bank: 'la banque d’alertes',
  season: 'la saison',
  driverless: 'les trajets',
  shift: 'votre tournée',
  platform: 'la plateforme',
  firstSteps: 'les premiers pas',
}

function Page({ home, onRetry }: { home: Home; onRetry: () => void }) {
  const { account } = useMe()
  const zone = useZone()
  const can = useCan()
  const { operations, waiting, money, bank, season, driverless, shift, platform, firstSteps, failed } = home
  const mayOpen = operations?.length === 0 && can(operationCalls.openOperation) && !firstSteps
  const isQuiet = !operations?.length && !firstSteps && shift === undefined && !platform && !season?.length && failed.length === 0
  return (
    <>
      <PageHeader
        title={account.firstName ? `Bonjour, ${account.firstName}` : 'Accueil'}
        description={weekdayInWords(todayIn(zone, new Date()))}
        actions={
          <>
            <CallButton />
            {Boolean(operations?.length) && <BulletinButton />}
            {mayOpen && <CreateButton to="/dashboard/operations/create">Ouvrir une opération</CreateButton>}
          </>
        }
      />
      <Admission />
      <div className={classes.parts}>
        {firstSteps && <FirstSteps done={firstSteps} />}
        {operations && <OpenOperations operations={operations} />}
        {shift !== undefined && <ShiftPart shift={shift} />}
        {platform && <PlatformPart platform={platform} />}
        {waiting && <WaitingPart waiting={waiting} operations={operations ?? []} />}
        {season && !waiting && <LastOperationPart season={season} />}
        <div className={classes.side}>
          {money && <MoneyPart money={money} />}
          {bank && !firstSteps && <BankPart bank={bank} />}
          {driverless && !firstSteps && <DriverlessPart routes={driverless} />}
        </div>
        {season && <SeasonPart season={season} />}
        {failed.map((part) => (
          <section key={part} className="bordee-card">
            <BrokenPart title={`Impossible de charger ${partNames[part]}`} onRetry={onRetry} />
          </section>
        ))}
      </div>
      {isQuiet && !waiting && <EmptyState card title="Rien à signaler" description="Ce qui attend quelqu’un s’affichera ici." />}
    </>
  )
}
