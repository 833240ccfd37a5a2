// Walks through the user guide and takes its pictures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { atRest, settled } from './looks.ts'
import { goTo } from './screens.ts'

export interface Stop {
  /** If absent, stays where the stop before ended. */
  path?: string
  act?: (page: Page) => Promise<unknown>
  /** The picture's name in docs/guide/pictures; if absent, none is taken. */
  picture?: string
  /** The part to photograph, if the whole screen is too much. */
  of?: (page: Page) => Locator
  isPhone?: boolean
  /** The window's height, if the usual one cuts off the subject of the picture. */
  height?: number
}

/** A demo user's e-mail, or a function that creates a company and returns its user's e-mail. */
export type Walker = string | ((request: APIRequestContext) => Promise<string>)

export interface Walk {
  /** The guide page's name. */
  page: string
  /** Null: nobody is signed in. */
  who: Walker | null
  stops: Stop[]
}

const folder = join(import.meta.dirname, '../docs/guide')

/** The bold words of a guide page, which must match the screen letter by letter. */
export function boldIn(page: string): string[] {
  const text = readFileSync(join(folder, `${page}.md`), 'utf8')
  return [...new Set([...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => plain(words)))]
}

/** Opens the stop, performs its action, and returns all readable text. */
export async function visit(page: Page, { path, act, picture, of, isPhone = false, height }: Stop): Promise<string[]> {
  await page.setViewportSize({ width: isPhone ? 390 : 1200, height: height ?? (isPhone ? 780 : 750) })
  if (path) {
    await page.keyboard.press('Escape') // closes a menu that would stay open
    await goTo(page, path)
    await settled(page)
  }
  await act?.(page)
  await settled(page)
  if (picture && process.env.PICTURES) await takePicture(page, picture, of)
  return readable(page)
}

/** Visible text, accessible names, and the values of fields. */
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

/** Normalises spaces and apostrophes, which are typed in several ways, and drops the star of required fields. */
const plain = (words: string) => words.replaceAll(/\s+/g, ' ').replaceAll("'", '’').replace(/ \*$/, '').trim()

/** Hides what only the demo shows. */
const style = '[aria-label="Bandeau de démonstration"] { display: none }'

/**
 * Shoots until two in a row match, because map streets load one by one. Moving trucks never match, so tries are
 * limited.
 */
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
