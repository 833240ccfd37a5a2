// A vector map of one's own: a PMTiles archive in DATA_DIR, installed by `npm run map` and read by browsers in ranges.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Header, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles'

/** Why a file can't be installed, in French. */
export class MapTrouble extends Error {}

export const mapPath = '/carte/'
export const mapFolder = (dataDir: string) => join(dataDir, 'map')

/** The layers that our styles draw. */
const neededLayers = ['earth', 'water', 'roads', 'places']

/** Installs an archive beside a running server; browsers use it from their next page on. */
export async function installMap(dataDir: string, file: string): Promise<Pick<Header, 'minZoom' | 'maxZoom'>> {
  const header = await examine(file)
  const folder = mapFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const coming = join(folder, `coming-${process.pid}`)
  try {
    await copyFile(file, coming)
    const name = `${await digestOf(coming)}.pmtiles`
    await rename(coming, join(folder, name))
    for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { force: true })
  } finally {
    await rm(coming, { force: true })
  }
  return header
}

/** The path of the installed archive, which changes with its content; null if there is none. */
export async function mapArchive(dataDir: string): Promise<string | null> {
  const names = await readdir(mapFolder(dataDir)).catch(() => [])
  const name = names.find((one) => one.endsWith('.pmtiles'))
  return name ? mapPath + name : null
}

async function examine(file: string): Promise<Header> {
  const handle = await open(file).catch(() => {
    throw new MapTrouble(`Le fichier ${file} n’existe pas ou ne peut pas être lu.`)
  })
  try {
    const archive = new PMTiles(new FileSource(handle))
    const [header, layers] = await Promise.all([archive.getHeader(), layersOf(archive)]).catch(() => {
      throw new MapTrouble('Ce fichier n’est pas une archive PMTiles (version 3).')
    })
    if (header.tileType !== TileType.Mvt) throw new MapTrouble('Cette archive contient des images : il faut des tuiles vectorielles.')
    const missing = neededLayers.filter((layer) => !layers.includes(layer))
    if (missing.length) throw new MapTrouble(`Cette archive n’a pas les couches de Protomaps : il manque ${missing.join(', ')}.`)
    return header
  } finally {
    await handle.close()
  }
}

async function layersOf(archive: PMTiles): Promise<string[]> {
  const { vector_layers: layers = [] } = (await archive.getMetadata()) as { vector_layers?: { id: string }[] }
  return layers.map(({ id }) => id)
}

class FileSource implements Source {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    this.#file = file
  }

  getKey() {
    return String(this.#file.fd)
  }

  async getBytes(position: number, length: number): Promise<RangeResponse> {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), { position })
    return { data: buffer.buffer.slice(0, bytesRead) as ArrayBuffer }
  }
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of createReadStream(file)) digest.update(part as Buffer)
  return digest.digest('hex').slice(0, 16)
}
