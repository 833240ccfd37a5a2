// How the guide for users is walked, and how its pictures are taken.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { atRest, settled } from './looks.ts'
import { goTo } from './screens.ts'

export interface Stop {
  /** Without one, where the stop before has led. */
  path?: string
  act?: (page: Page) => Promise<unknown>
  /** The name of its picture in docs/guide/pictures; without one it is only looked at. */
  picture?: string
  /** What the picture shows, where the whole screen would be too much. */
  of?: (page: Page) => Locator
  isPhone?: boolean
  /** Of the window, where the usual one cuts off what the picture is about. */
  height?: number
}

/** Someone of the demo, by his e-mail; or someone of a company that is made for him. */
export type Walker = string | ((request: APIRequestContext) => Promise<string>)

export interface Walk {
  /** The name of its page. */
  page: string
  /** Nobody is signed in without one. */
  who: Walker | null
  stops: Stop[]
}

const folder = join(import.meta.dirname, '../docs/guide')

/** What a page of the guide names in bold: words that are read on a screen, letter by letter. */
export function boldIn(page: string): string[] {
  const text = readFileSync(join(folder, `${page}.md`), 'utf8')
  return [...new Set([...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => plain(words)))]
}

/** Goes there, does what is done there, and answers all that can be read. */
export async function visit(page: Page, { path, act, picture, of, isPhone = false, height }: Stop): Promise<string[]> {
  await page.setViewportSize({ width: isPhone ? 390 : 1200, height: height ?? (isPhone ? 780 : 750) })
  if (path) {
    await page.keyboard.press('Escape') // a menu would stay open
    await goTo(page, path)
    await settled(page)
  }
  await act?.(page)
  await settled(page)
  if (picture && process.env.PICTURES) await takePicture(page, picture, of)
  return readable(page)
}

/** Texts as they stand together on the screen, names that are only heard, and what fields hold. */
const readable = async (page: Page): Promise<string[]> => {
  const texts = await page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      if (!element.checkVisibility()) return []
      const holdsText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      const field = element instanceof HTMLInputElement && element.type !== 'password' ? [element.value, element.placeholder] : []
      return [...(holdsText ? [element.textContent] : []), element.getAttribute('aria-label') ?? '', ...field]
    }),
  )
  return [...new Set(texts.map(plain))]
}

/** As it is said: no-break spaces and apostrophes are typed this way and that, and a star marks what is required. */
const plain = (words: string) => words.replaceAll(/\s+/g, ' ').replaceAll("'", '’').replace(/ \*$/, '').trim()

/** What only the demo says. */
const style = '[aria-label="Avis de démonstration"] { display: none }'

/** Taken until two in a row are the same: streets come to a map one after the other. Trucks that drive never stand still. */
async function takePicture(page: Page, name: string, of?: Stop['of']) {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await atRest(page)
  const shoot = () => (of ? of(page).screenshot({ animations: 'disabled', style }) : page.screenshot({ animations: 'disabled', style }))
  let shot = await shoot()
  for (let tries = 0; tries < 10; tries++) {
    await page.waitForTimeout(400)
    const again = await shoot()
    if (again.equals(shot)) break
    shot = again
  }
  await sharp(shot)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(folder, 'pictures', `${name}.png`))
}
