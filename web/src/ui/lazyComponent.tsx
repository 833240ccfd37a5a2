import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/** The file isn't on the server: a newer version of Bordée may be there, and only a new page asks for its files. */
export class PartMissing extends Error {}

/**
 * A component loaded when it is first rendered: a map, a chart, an editor. `meanwhile` is shown until then, at its
 * final size. If loading fails, the next render tries again.
 */
export function lazyComponent<Props extends object>(
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
        throw navigator.onLine ? new PartMissing('a part of the page is missing', { cause: error }) : error
      }
    })
  }
}

/**
 * True from the first time `isSo` is true. Loads a dialog on first opening, then keeps it mounted so that it can
 * animate its closing.
 */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
