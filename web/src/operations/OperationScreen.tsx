import type { Board } from '@bordee/core/operations/board.ts'
import { useParams } from '@tanstack/react-router'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { LoadingPage } from '../ui/states.tsx'
import { BoardHeader } from './BoardHeader.tsx'
import { NightTab } from './NightTab.tsx'
import classes from './operations.module.css'
import { useBoard } from './useBoard.ts'

// The night is what people open at five in the morning: it doesn't wait for a grid or a chart.
const PassesTab = lazyComponent(
  async () => (await import('./PassesTab.tsx')).PassesTab,
  () => <LoadingPage />,
)
const JournalTab = lazyComponent(
  async () => (await import('./JournalTab.tsx')).JournalTab,
  () => <LoadingPage />,
)
const ReportTab = lazyComponent(
  async () => (await import('./ReportTab.tsx')).ReportTab,
  () => <LoadingPage />,
)

const tabs = {
  night: { label: 'Nuit', Content: NightTab },
  passes: { label: 'Passages', Content: PassesTab },
  journal: { label: 'Journal', Content: JournalTab },
  report: { label: 'Rapport', Content: ReportTab },
}
type Tab = keyof typeof tabs

const isTab = (name: string): name is Tab => name in tabs

// operations/:id/:tab?: the board of an operation that is open, or the report of one that is closed.
export function OperationScreen() {
  const { id, tab } = useParams({ from: '/dashboard/operations/$id/{-$tab}' })
  const board = useBoard(id)
  return (
    <Loaded query={board} pick={itself} what="Opération" home="/dashboard/operations">
      {(shown) => <Shown board={shown} asked={tab} />}
    </Loaded>
  )
}

function Shown({ board, asked }: { board: Board; asked: string | undefined }) {
  const own = `/dashboard/operations/${board.operation.id}`
  const first: Tab = board.operation.closedAt ? 'report' : 'night'
  if (asked !== undefined && !isTab(asked)) return <GoTo path={own} />
  const { Content } = tabs[asked ?? first]
  const named = Object.entries(tabs).map(([name, { label }]) => ({ path: name === first ? own : `${own}/${name}`, label }))
  return (
    <div className={classes.screen}>
      <SectionTabs tabs={named}>
        <BoardHeader board={board} />
        <Content board={board} />
      </SectionTabs>
    </div>
  )
}
