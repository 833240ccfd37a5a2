import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider, useMatches } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { GoTo } from './GoTo.tsx'

/** Guarded pages redirect to /home, which loads until `homeLoads`. */
async function enter(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] })
  const home = Promise.withResolvers<void>()
  const root = createRootRoute({
    component: function Guard() {
      const { fullPath } = useMatches().at(-1) ?? {}
      return fullPath?.includes('guarded') ? <GoTo path="/home" /> : <Outlet />
    },
  })
  const page = (at: string, loader?: () => Promise<void>) =>
    createRoute({ getParentRoute: () => root, path: at, component: () => <h1>{at}</h1>, ...(loader && { loader }) })
  const pages = [page('/home', () => home.promise), page('/open'), page('/guarded'), page('/also-guarded')]
  const router = createRouter({ routeTree: root.addChildren(pages), history, defaultPendingMs: 600_000 })
  const screen = await render(<RouterProvider router={router} />)
  const isAt = (path: string) => expect.poll(() => router.state.location.pathname).toBe(path)
  return { screen, history, isAt, homeLoads: () => home.resolve() }
}

test('a user who may not see a page is redirected home', async () => {
  const { screen, isAt, homeLoads } = await enter('/guarded')
  await isAt('/home')
  homeLoads()
  await expect.element(screen.getByRole('heading', { name: '/home' })).toBeVisible()
})

for (const next of ['/also-guarded', '/guarded']) {
  test(`a user who opens ${next} while being redirected is redirected again`, async () => {
    const { screen, history, isAt, homeLoads } = await enter('/guarded')
    await isAt('/home')

    history.push(next)

    homeLoads()
    await expect.element(screen.getByRole('heading', { name: '/home' })).toBeVisible()
  })
}

test('a user who opens a page of their own while being redirected stays there', async () => {
  const { screen, history, isAt, homeLoads } = await enter('/guarded')
  await isAt('/home')

  history.push('/open')

  await expect.element(screen.getByRole('heading', { name: '/open' })).toBeVisible()
  homeLoads()
  await isAt('/open')
})
