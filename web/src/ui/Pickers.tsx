import { searchable, searchMatch } from '@bordee/core/text.ts'
import { type ComboboxItem, createTheme, MantineThemeProvider, type OptionsFilter } from '@mantine/core'
import type { ReactNode } from 'react'

/** Makes pickers search as grids do: without accents, words in any order. */
export function Pickers({ children }: { children: ReactNode }) {
  return (
    <MantineThemeProvider theme={pickers} inherit>
      {children}
    </MantineThemeProvider>
  )
}

const filter: OptionsFilter = ({ options, search, limit }) => {
  const matches = searchMatch(search.trim())
  let left = limit
  const found = (items: ComboboxItem[]) => {
    const some = []
    for (const item of items) {
      if (left <= 0) break
      if (!matches(textOf(item.label))) continue
      some.push(item)
      left--
    }
    return some
  }
  return options.flatMap((option): typeof options => {
    if (!('group' in option)) return found([option])
    const items = found(option.items)
    return items.length ? [{ ...option, items }] : []
  })
}
const pickers = createTheme({
  components: Object.fromEntries(['Select', 'MultiSelect'].map((name) => [name, { defaultProps: { filter } }])),
})

/** Cache of folded texts: each key press searches thousands of places. */
const texts = new Map<string, string>()
function textOf(label: string): string {
  const known = texts.get(label)
  if (known !== undefined) return known
  if (texts.size > 100_000) texts.clear()
  const text = searchable(label)
  texts.set(label, text)
  return text
}
