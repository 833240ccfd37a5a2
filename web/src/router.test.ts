import { expectTypeOf, test } from 'vitest'
import type { router } from './router.ts'

type Path = keyof (typeof router)['routesByPath']

// If one route's path is `any`, TypeScript accepts every path everywhere, and says nothing.
test('only the paths of the route tables are typed', () => {
  expectTypeOf<'/dashboard/accounts/list' | '/client/data' | '/sign-in'>().toExtend<Path>()
  expectTypeOf<'/dashboard/nulle-part'>().not.toExtend<Path>()
})
