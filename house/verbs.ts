// What `npm start`, `npm test` and `npm run <verb>` do. Verbs are loaded on demand: a start need not load the tests.
import { forward } from './child.mjs'

type Verb = (args: string[]) => Promise<number>

export const verbs: Record<string, Verb> = {
  start: async () => (await import('./start.ts')).start(),
  build: async () => (await import('./start.ts')).build(),
  dev: async () => (await import('./dev.ts')).dev(),
  test: async () => (await import('./test.ts')).test(),
  'test:long': async () => (await import('./test.ts')).testLong(),
  check: async () => (await import('./test.ts')).check(),
  format: async () => (await import('./test.ts')).format(),
  guide: async () => (await import('./test.ts')).takeGuidePictures(),
  types: async () => (await import('./types.ts')).types(),
  lock: async () => (await import('./lock.ts')).lock(),
  audit: async () => (await import('./dependencies.ts')).audit(),
  bench: (args) => forward(process.execPath, ['proof/bench/main.ts', ...args]),
  faults: (args) => forward(process.execPath, ['proof/faults/main.ts', ...args]),
  fuzz: (args) => forward(process.execPath, ['proof/fuzz/main.ts', ...args]),
  migrate: serverCommand('migrate'),
  demo: serverCommand('demo'),
  staff: serverCommand('staff'),
  addresses: serverCommand('addresses'),
  map: serverCommand('map'),
  verify: serverCommand('verify'),
  reconcile: serverCommand('reconcile'),
  backup: serverCommand('backup'),
  restore: serverCommand('restore'),
  calls: serverCommand('calls'),
}

function serverCommand(name: string): Verb {
  return (args) => forward(process.execPath, ['server/src/commands.ts', name, ...args])
}
