import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Chart } from './Charts.tsx'
import { Look } from './Look.tsx'

const night = (
  <Chart
    kind="line"
    label="Passages"
    data={[
      { depuis: '0 h', Ici: 4, Avant: 3 },
      { depuis: '1 h', Avant: 9 },
    ]}
    by="depuis"
    series={[{ name: 'Ici' }, { name: 'Avant' }]}
  />
)

test('a line that stops is not said to fall to zero', async () => {
  await render(<Look>{night}</Look>)
  await expect.element(page.getByText('0 h\u00a0: Ici 4, Avant 3; 1 h\u00a0: Avant 9', { exact: true })).toBeInTheDocument()
})

test('a chart that is hidden is not drawn until it shows', async () => {
  const drawing = () => document.querySelector('figure svg')
  const screen = await render(<div style={{ display: 'none' }}>{night}</div>, { wrapper: Look })
  expect(drawing()).toBeNull()
  await screen.rerender(<div>{night}</div>)
  await expect.poll(drawing).not.toBeNull()
})
