// Puts files in a zip as they are: PDFs are packed already.
import { crc32 } from 'node:zlib'

export interface ZippedFile {
  name: string
  bytes: Uint8Array
}

/** Names are UTF-8. `comment` stays readable at the end of the file. */
export function zipped(files: readonly ZippedFile[], { at, comment }: { at: Date; comment: string }): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes } of files) {
    const path = Buffer.from(name)
    const common = commonFields(bytes, path.length, at)
    const local = Buffer.concat([mark(0x04034b50), common, u16(0), path])
    entries.push(Buffer.concat([mark(0x02014b50), u16(20), common, u16(0), u16(0), u16(0), u16(0), u32(0), u32(offset), path]))
    bodies.push(local, Buffer.from(bytes))
    offset += local.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const note = Buffer.from(comment)
  const end = [
    mark(0x06054b50),
    u16(0),
    u16(0),
    u16(files.length),
    u16(files.length),
    u32(directory.length),
    u32(offset),
    u16(note.length),
    note,
  ]
  return Buffer.concat([...bodies, directory, ...end])
}

/** Version, UTF-8 names, stored, time, checksum, twice the size, the name's length. The extra field's follows. */
function commonFields(bytes: Uint8Array, nameLength: number, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const size = u32(bytes.length)
  return Buffer.concat([u16(20), u16(0x0800), u16(0), u16(time), u16(date), u32(crc32(bytes)), size, size, u16(nameLength)])
}

function u16(n: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(n)
  return bytes
}

function u32(n: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(n)
  return bytes
}

const mark = u32
