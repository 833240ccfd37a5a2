// Hand-made files, as users and attackers upload them: files that a library would refuse to write must still be read or
// refused.
import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string
  content: string | Uint8Array
  /** The size its header declares, if that is false. */
  declared?: number
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, content, declared } of entries) {
    const bytes = Buffer.from(content as string)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26) // version, flags, method, time, date, checksum, sizes, length of the name
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(declared ?? bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const [entry, where] = [Buffer.from('504b01021400', 'hex'), Buffer.alloc(14)]
    where.writeUInt32LE(at, 10)
    bodies.push(Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed)
    directory.push(entry, facts, where, Buffer.from(name))
    at += 4 + facts.length + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

export const worksheet = (rows: string, { before = '', after = '' } = {}) =>
  '<?xml version="1.0"?><worksheet ' +
  `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`

export const textRow = (row: number, texts: readonly string[]) =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

interface Workbook {
  /** The XML of each sheet, by name. */
  sheets: Record<string, string>
  styles?: string
  /** The declared size of each sheet. */
  declared?: number
  hidden?: boolean
}

export function workbook({ sheets, styles = '', declared, hidden = false }: Workbook): Buffer {
  const names = Object.keys(sheets)
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
  const listed = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`)
  const related = names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${kinds}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`)
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    { name: '_rels/.rels', content: relations(`<Relationship Id="rId1" Type="${kinds}/officeDocument" Target="xl/workbook.xml"/>`) },
    { name: 'xl/workbook.xml', content: `<workbook xmlns:r="${kinds}"><sheets>${listed.join('')}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(`${related.join('')}<Relationship Id="rId99" Type="${kinds}/styles" Target="styles.xml"/>`),
    },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    ...names.map((name, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: sheets[name] ?? '',
      ...(declared !== undefined && { declared }),
    })),
  ])
}

/** An .xls with one sheet. `locked`: it declares its records as encrypted. */
export function oldWorkbook(rows: readonly (readonly (string | number)[])[], { locked = false } = {}): Buffer {
  const record = (id: number, body: Buffer) => Buffer.concat([numbers(id, body.length), body])
  const begins = (kind: number) => record(0x809, numbers(0x600, kind, 0, 0, 0, 0, 0, 0))
  const ends = record(0x0a, Buffer.alloc(0))
  const cells = rows.flatMap((row, r) =>
    row.map((value, c) => {
      if (typeof value === 'string')
        return record(0x204, Buffer.concat([numbers(r, c, 0, value.length), Buffer.of(1), Buffer.from(value, 'utf16le')]))
      const double = Buffer.alloc(8)
      double.writeDoubleLE(value)
      return record(0x203, Buffer.concat([numbers(r, c, 0), double]))
    }),
  )
  const lock = locked ? record(0x2f, numbers(1, 1, 1)) : Buffer.alloc(0)
  const name = Buffer.concat([Buffer.of(6, 0), Buffer.from('Feuil1')])
  const globals = (at: number) => Buffer.concat([begins(5), lock, record(0x85, Buffer.concat([numbers(at, 0, 0), name])), ends])
  const book = Buffer.concat([globals(globals(0).length), begins(0x10), ...cells, ends])
  return compoundFile('Workbook', Buffer.concat([book], Math.max(4096, Math.ceil(book.length / 512) * 512)))
}

const numbers = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)

/** A stream in the container of old Office files: header, allocation table, directory, then the content. */
function compoundFile(name: string, content: Buffer): Buffer {
  const [header, table, names] = [Buffer.alloc(512), Buffer.alloc(512, 0xff), Buffer.alloc(512)]
  const [end, none] = [0xffff_fffe, 0xffff_ffff]
  header.write('d0cf11e0a1b11ae1', 'hex')
  numbers(0x3e, 3, 0xfffe, 9, 6).copy(header, 24)
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, end],
    [68, end],
    [76, 0],
  ] as const)
    header.writeUInt32LE(value, at)
  header.fill(0xff, 80)
  table.writeUInt32LE(0xffff_fffd, 0)
  table.writeUInt32LE(end, 4)
  const sectors = content.length / 512
  for (let i = 0; i < sectors; i++) table.writeUInt32LE(i === sectors - 1 ? end : i + 3, (i + 2) * 4)
  const entry = (place: number, called: string, facts: { kind: number; child: number; begins: number; size: number }) => {
    const at = place * 128
    names.write(called, at, 'utf16le')
    names.writeUInt16LE(called.length * 2 + 2, at + 64)
    names.writeUInt8(facts.kind, at + 66)
    names.writeUInt8(1, at + 67)
    names.writeUInt32LE(none, at + 68)
    names.writeUInt32LE(none, at + 72)
    names.writeUInt32LE(facts.child, at + 76)
    names.writeUInt32LE(facts.begins, at + 116)
    names.writeUInt32LE(facts.size, at + 120)
  }
  entry(0, 'Root Entry', { kind: 5, child: 1, begins: end, size: 0 })
  entry(1, name, { kind: 2, child: none, begins: 2, size: content.length })
  return Buffer.concat([header, table, names, content])
}
