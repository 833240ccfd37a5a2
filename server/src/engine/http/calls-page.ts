// docs/calls.md: the whole API on one page, generated from its rows.
import { fileURLToPath } from 'node:url'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'

export const callsPagePath = fileURLToPath(new URL('../../../../docs/calls.md', import.meta.url))

const initials = { super_admin: 'S', admin: 'A', owner: 'O', manager: 'M', dispatcher: 'D', employee: 'E', client: 'C' } as const

export function callsPage(): string {
  const slices = Map.groupBy(Object.values(api) as CallRow[], (row) => row.slice)
  const parts = [...slices].map(([slice, rows]) =>
    [`## ${slice}`, '', '| Call | Who | Module | What it does |', '|---|---|---|---|', ...rows.map(line)].join('\n'),
  )
  return `${[
    '# Calls',
    'Printed from the rows in `core/src/*/*.calls.ts` by `npm run calls`; a test keeps it fresh. Paths are under `/api`; ' +
      'shapes are in `/api/openapi.json`.',
    'Who: **S** super_admin, **A** admin, **O** owner, **M** manager, **D** an employee who may dispatch, **E** any other employee, ' +
      '**C** client.',
    ...parts,
  ].join('\n\n')}\n`
}

function line(row: CallRow): string {
  const who = typeof row.who === 'string' ? row.who : row.who.map((role) => initials[role]).join('')
  return `| \`${row.verbs.join('\\|')} ${row.path}\` | ${who} | ${row.module ?? ''} | ${row.summary} |`
}
