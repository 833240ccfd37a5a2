import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A part of the page that travels only when it is drawn: a map, a chart, an editor. `meanwhile` keeps its place, as large as it will be.
 * One that could not be fetched is fetched anew when it is drawn again.
 */
export function late<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
) {
  let Part = fetched()
  return (props: Props) => (
    <Suspense fallback={meanwhile(props)}>
      <Part {...props} />
    </Suspense>
  )

  function fetched() {
    return lazy(async () => {
      try {
        return { default: await fetchPart() }
      } catch (error) {
        Part = fetched()
        throw error
      }
    })
  }
}

/** True from the first time that something is: a dialog travels when it is first opened, and then stays to close as it should. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
